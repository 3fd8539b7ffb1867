/** Lessons: the list of a game's, with what is done, and one of them at its table. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Assets, loadAssets } from "../board/assets";
import { api } from "../net/api";
import { fetchProgress, tellProgress } from "../net/progress";
import { follow } from "../router";
import { type Table, TableContext, sitDown } from "../store/context";
import { DONE, nextOf, stepOf } from "../store/lessons";
import { prefs } from "../store/prefs";
import type { GameCard, LessonCard } from "../wire";
import { Icon } from "../ui/Icon";
import { Wordmark } from "../ui/Wordmark";
import { LostPage } from "./LostPage";
import { Room } from "./Room";
import { words } from "../words";
import { pages } from "../words/pages";
import "../style/lessons.css";

export function LearnPage({ game, lesson }: { game: string; lesson: string }): JSX.Element {
  const card = useSignal<GameCard | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    void api.shelf().then(
      ({ games }) => {
        const found = games.find((one) => one.id === game);
        if (found) card.value = found;
        else problem.value = pages.learn.noGame(game);
      },
      () => (problem.value = words.common.unreachable),
    );
  }, [game]);
  useEffect(tellProgress, []);
  useEffect(() => void fetchProgress(), []);
  if (problem.value) return <LostPage why={problem.value} />;
  if (!card.value) return <p class="loading">{words.shelf.openingLesson}</p>;
  const known = (card.value.lessons ?? []).find(({ id }) => id === lesson);
  if (lesson && !known) return <LostPage why={pages.learn.noLesson(card.value.name)} />;
  return known ? <Desk game={game} lesson={known} /> : <Lessons card={card.value} />;
}

function Lessons({ card }: { card: GameCard }): JSX.Element {
  const lessons = card.lessons ?? [];
  const next = nextOf(card.id, lessons);
  useEffect(() => {
    document.title = pages.learn.tab(card.name);
  }, [card]);
  return (
    <main class="shelf lessons">
      <header class="shelf-head">
        <Wordmark />
        <h1>{pages.learn.title(card.name)}</h1>
        <p>{lessons.length > 0 ? pages.learn.about : pages.learn.none}</p>
      </header>
      <ol class="lesson-list">
        {lessons.map(({ id, title, goal, minutes }) => {
          const path = `/learn/${card.id}/${id}`;
          const step = stepOf(card.id, id);
          return (
            <li key={id}>
              <a class={`lesson-card paper${next?.id === id ? " next" : ""}`} href={path} data-lesson={id} onClick={(event) => follow(event, path)}>
                <strong>{title}</strong>
                <span>{goal}</span>
                <span class="lesson-state">
                  {step === DONE ? (
                    <>
                      <Icon name="check" /> {pages.learn.done}
                    </>
                  ) : (
                    pages.learn.minutes(minutes, step > 0)
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
      <p>
        <a class="plate" href={`/new/${card.id}`} onClick={(event) => follow(event, `/new/${card.id}`)}>
          {pages.learn.play(card.name)}
        </a>
      </p>
    </main>
  );
}

interface Opened {
  assets: Assets;
  table: Table;
}

function Desk({ game, lesson }: { game: string; lesson: LessonCard }): JSX.Element {
  const opened = useSignal<Opened | null>(null);
  useEffect(() => {
    document.title = `${lesson.title} – Vistula`;
    let left = false;
    void Promise.all([loadAssets(game, prefs.names.peek()), fetchProgress()]).then(([assets]) => {
      if (left) return;
      const step = Math.max(0, stepOf(game, lesson.id));
      const path = `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson.id)}/play`;
      opened.value = { assets, table: sitDown(`lesson ${lesson.id}`, lesson.seat, String(step), assets, path) };
    });
    return () => {
      left = true;
      opened.peek()?.table.close();
    };
  }, [game, lesson.id]);
  const at = opened.value;
  if (!at) return <p class="loading">{words.table.unrolling}</p>;
  return (
    <>
      <div class="drawings" aria-hidden="true" dangerouslySetInnerHTML={{ __html: at.assets.counters }} />
      <TableContext.Provider value={at.table}>
        <Room assets={at.assets} token="" onRematch={() => undefined} onTake={() => undefined} />
      </TableContext.Provider>
    </>
  );
}
