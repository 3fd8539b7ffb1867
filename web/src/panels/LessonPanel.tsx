/** The step of a lesson: why, what to do, what came of the last answer; and the ways on and back. */

import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { DONE, keep } from "../store/lessons";
import { follow } from "../router";
import type { LessonStep } from "../wire";
import { Icon } from "../ui/Icon";
import { panels } from "../words/panels";

export function LessonPanel(): JSX.Element | null {
  const { session, paints } = useTable();
  const lesson = session.state.value.lesson;
  useSignalEffect(() => {
    const now = session.state.value.lesson;
    if (!now) return;
    keep(session.catalog.title, lessonOf(session.table), now.number >= now.steps ? DONE : now.number);
    if (now.paint) paints.kind.value = now.paint;
  });
  if (!lesson) return null;
  return lesson.number >= lesson.steps ? <End lesson={lesson} /> : <Step lesson={lesson} />;
}

function Step({ lesson }: { lesson: LessonStep }): JSX.Element {
  const { session } = useTable();
  const move = (how: "on" | "back" | "show"): void => void session.send({ type: "learn", move: how });
  return (
    <section class="lesson paper" aria-label={panels.lesson.label(lesson.title)}>
      <header>
        <b>{lesson.title}</b>
        <Dots lesson={lesson} />
      </header>
      {lesson.number === 0 && <p class="lesson-scene">{lesson.scene}</p>}
      <div role="status">
        {lesson.said && <p class={lesson.wrong ? "lesson-said wrong" : "lesson-said"}>{lesson.said}</p>}
        <p>{lesson.why}</p>
        <p class="lesson-do">{lesson.do}</p>
      </div>
      <div class="answers">
        {lesson.reads ? (
          <button type="button" class="brass" data-lesson="on" onClick={() => move("on")}>
            {panels.lesson.goOn}
          </button>
        ) : (
          <button type="button" class={lesson.stuck ? "brass" : "plain"} data-lesson="show" onClick={() => move("show")}>
            {panels.lesson.show}
          </button>
        )}
        <button type="button" class="plain" data-lesson="back" onClick={() => move("back")}>
          {panels.lesson.back}
        </button>
        <a class="plain" href={`/learn/${session.catalog.title}`} aria-label={panels.lesson.all} onClick={(event) => follow(event, `/learn/${session.catalog.title}`)}>
          <span class="only-wide">{panels.lesson.all}</span>
          <Icon name="close" />
        </a>
      </div>
    </section>
  );
}

function Dots({ lesson }: { lesson: LessonStep }): JSX.Element {
  return (
    <span class="lesson-dots" role="img" aria-label={panels.lesson.step(lesson.number + 1, lesson.steps)}>
      {Array.from({ length: lesson.steps }, (_, n) => (
        <i key={n} class={n < lesson.number ? "done" : n === lesson.number ? "now" : ""} />
      ))}
    </span>
  );
}

function End({ lesson }: { lesson: LessonStep }): JSX.Element {
  const { session } = useTable();
  const game = session.catalog.title;
  const next = lesson.next ? `/learn/${game}/${lesson.next}` : `/new/${game}`;
  return (
    <section class="lesson paper" aria-label={panels.lesson.label(lesson.title)}>
      <header>
        <b>
          <Icon name="check" /> {lesson.title}
        </b>
      </header>
      {lesson.said && <p class="lesson-said">{lesson.said}</p>}
      <p class="lesson-closing" role="status">
        {lesson.closing}
      </p>
      <div class="answers">
        <a class="brass" href={next} data-lesson="next" onClick={(event) => follow(event, next)}>
          {lesson.next ? panels.lesson.next : panels.lesson.play}
        </a>
        <a class="plain" href={`/learn/${game}`} onClick={(event) => follow(event, `/learn/${game}`)}>
          {panels.lesson.all}
        </a>
      </div>
    </section>
  );
}

/** A lesson's table is called `lesson ID`. */
function lessonOf(table: string): string {
  return table.replace(/^lesson /, "");
}
