/** After the game: who won and how it came about, to be read, shared and printed. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { heldAt, linkOf, takeFromAddress } from "../net/keyring";
import { CourseChart, LuckChart } from "../panels/CourseChart";
import { FrontMap } from "../panels/FrontMap";
import { follow, visit } from "../router";
import { shareWords, signed } from "../store/course";
import { seatName, sitterName, verdictWords } from "../store/words";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import type { Account, Battle, Catalog, Fortune } from "../wire";
import { words } from "../words";
import { after } from "../words/after";
import { LostPage } from "./LostPage";
import "../style/after.css";

/** Milliseconds between two looks at how far the account has come. */
const LOOK = 500;

interface Told {
  account: Account;
  catalog: Catalog;
  share: string;
}

export function AfterPage({ id }: { id: string }): JSX.Element {
  const told = useSignal<Told | null>(null);
  const progress = useSignal(0);
  const problem = useSignal("");
  useEffect(() => {
    document.title = `${after.title} – Vistula`;
    takeFromAddress(id);
    let left = false;
    const token = tokenFor(id);
    const ask = async (): Promise<void> => {
      while (!left) {
        const answer = await api.after(id, token);
        progress.value = answer.progress ?? 0;
        if (answer.account) {
          const catalog = await api.catalog(answer.account.game);
          document.title = `${catalog.name}: ${after.story} – Vistula`;
          told.value = { account: answer.account, catalog, share: answer.share ?? "" };
          return;
        }
        await new Promise((next) => setTimeout(next, LOOK));
      }
    };
    void ask().catch((error: unknown) => (problem.value = error instanceof Error ? error.message : String(error)));
    return () => (left = true);
  }, [id]);
  if (problem.value) return <LostPage title={after.lost} why={problem.value} />;
  if (!told.value) {
    return (
      <p class="loading">
        {after.making} <progress max={1} value={progress.value} aria-label={after.making} />
      </p>
    );
  }
  return <Story id={id} {...told.value} />;
}

/** Any place at the table will do: after the end everybody may see everything. */
function tokenFor(id: string): string {
  const seats = heldAt(id)?.seats ?? {};
  return Object.entries(seats).find(([seat]) => seat)?.[1] ?? seats[""] ?? "";
}

function Story({ id, account, catalog, share }: Told & { id: string }): JSX.Element {
  const copied = useSignal(false);
  const result = account.result;
  const victors = result?.victors ?? [];
  const replay = `/replay/${id}`;
  const moment = (line: number): string => `${replay}#open:line=${Math.max(0, line)}`;
  const copy = (): void => {
    void navigator.clipboard.writeText(linkOf(location.origin, "after", id, "", share)).then(() => (copied.value = true));
  };
  return (
    <main class="after">
      <header class="after-head paper">
        <a class="after-mark" href="/" onClick={(event) => follow(event, "/")}>
          {words.shelf.title}
        </a>
        <p class="after-game">{catalog.name}</p>
        <h1>
          {victors.map((who) => (
            <Emblem key={who} side={who} />
          ))}
          {verdictWords(victors)}
        </h1>
        {result?.score && (
          <p class="after-score">
            {Object.entries(result.score).map(([side, points]) => (
              <span key={side}>
                <Emblem side={side} /> {after.count(seatName(side), points)}
              </span>
            ))}
          </p>
        )}
        {Object.values(account.seats ?? {}).some(Boolean) && <p class="after-players">{Object.keys(account.seats ?? {}).map((seat) => sitterName(seat, account.seats)).join(" · ")}</p>}
        <p class="after-keys">
          <a class="brass" href={replay} data-replay="" onClick={(event) => follow(event, replay)}>
            <Icon name="play" /> {after.watch}
          </a>
          <button type="button" class="plate" data-share="" onClick={copy}>
            {copied.value ? words.common.copied : after.share}
          </button>
          <button type="button" class="plate" onClick={() => print()}>
            {after.print}
          </button>
          <a class="plate" href={`/table/${id}`} onClick={(event) => follow(event, `/table/${id}`)}>
            {after.table}
          </a>
        </p>
      </header>
      <Turnings account={account} moment={moment} />
      <section aria-label={after.course}>
        <h2>{after.course}</h2>
        <p class="after-about">{after.courseAbout}</p>
        <div class="after-charts">
          {(account.charts ?? []).map((diagram) => (
            <CourseChart key={diagram.title} diagram={diagram} turns={account.turns} onTurn={(n) => visit(moment(account.heard[n]! - 1))} />
          ))}
        </div>
      </section>
      {(account.fronts ?? []).length > 0 && (
        <section aria-label={after.front}>
          <h2>{after.front}</h2>
          <p class="after-about">{after.frontAbout}</p>
          <FrontMap account={account} catalog={catalog} />
        </section>
      )}
      <Luck account={account} moment={moment} />
      <Thoughts account={account} moment={moment} />
    </main>
  );
}

interface Part {
  account: Account;
  moment: (line: number) => string;
}

function Turnings({ account, moment }: Part): JSX.Element | null {
  const turnings = account.turnings ?? [];
  if (turnings.length === 0) return null;
  return (
    <section aria-label={after.turning}>
      <h2>{after.turning}</h2>
      <p class="after-about">{after.turningAbout(account.turned ?? "")}</p>
      <ol class="turnings">
        {turnings.map(({ turn, line, side, gain, lead, battle = -1 }) => {
          const best = account.battles?.[battle];
          return (
            <li key={turn} class="paper">
              <p class="turning-turn">{`${after.turn} ${turn}`}</p>
              <h3>
                <Emblem side={side} /> {after.gained(seatName(side), gain)} {after.leads(lead)}
              </h3>
              {best && (
                <p>
                  <small>{after.luckiest}:</small> {best.text} <See to={moment(best.line)} />
                </p>
              )}
              <a class="chip" href={moment(line)} onClick={(event) => follow(event, moment(line))}>
                <Icon name="play" /> {after.watch}
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function See({ to }: { to: string }): JSX.Element {
  return (
    <a class="see" href={to} aria-label={words.look.seeMoment} title={words.look.seeMoment} onClick={(event) => follow(event, to)}>
      <Icon name="play" />
    </a>
  );
}

function likelyWords({ luck, likely, least }: Fortune): string {
  return luck >= 0 ? after.soLucky(shareWords(likely)) : after.soUnlucky(shareWords(least));
}

function Luck({ account, moment }: Part): JSX.Element {
  const fortunes = account.fortunes ?? [];
  const battles = account.battles ?? [];
  const first = fortunes[0];
  return (
    <section aria-label={after.luck}>
      <h2>{after.luck}</h2>
      {!first ? (
        <p class="after-about">{after.luckNone}</p>
      ) : (
        <>
          <p class="after-about">{after.luckAbout(account.worth ?? "")}</p>
          <div class="after-charts">
            <div class="paper fortunes">
              {fortunes.map((fortune) => (
                <article key={fortune.side}>
                  <h3>
                    <Emblem side={fortune.side} /> {seatName(fortune.side)} <b>{signed(fortune.luck)}</b>
                  </h3>
                  <p>{likelyWords(fortune)}</p>
                  <dl>
                    <div>
                      <dt>{after.throws}</dt>
                      <dd>{fortune.throws}</dd>
                    </div>
                    <div>
                      <dt>{after.expected}</dt>
                      <dd>{fortune.expected.toFixed(1)}</dd>
                    </div>
                    <div>
                      <dt>{after.came}</dt>
                      <dd>{fortune.came.toFixed(1)}</dd>
                    </div>
                  </dl>
                </article>
              ))}
            </div>
            <LuckChart account={account} side={first.side} name={seatName(first.side)} />
          </div>
          <details class="ledger paper">
            <summary>{after.ledger(battles.length)}</summary>
            <div class="ledger-body">
              <table>
                <thead>
                  <tr>
                    <th>{after.turn}</th>
                    <th>{after.what}</th>
                    <th>{after.odds}</th>
                    <th class="n">{after.expected}</th>
                    <th class="n">{after.came}</th>
                    <th class="n">{after.lucky}</th>
                  </tr>
                </thead>
                <tbody>
                  {battles.map((battle) => (
                    <Throw key={battle.line} battle={battle} to={moment(battle.line)} />
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}

function Throw({ battle, to }: { battle: Battle; to: string }): JSX.Element {
  const luck = battle.came - battle.expected;
  return (
    <tr>
      <td>{battle.turn}</td>
      <td>
        <Emblem side={battle.side} /> {battle.text} <See to={to} />
      </td>
      <td>{battle.odds}</td>
      <td class="n">{battle.expected.toFixed(1)}</td>
      <td class="n">{battle.came.toFixed(1)}</td>
      <td class={`n ${luck < -0.05 ? "ill" : luck > 0.05 ? "well" : ""}`}>{signed(luck)}</td>
    </tr>
  );
}

function Thoughts({ account, moment }: Part): JSX.Element | null {
  const thoughts = account.thoughts ?? [];
  if (thoughts.length === 0) return null;
  return (
    <section aria-label={after.thoughts}>
      <h2>{after.thoughts}</h2>
      <ol class="thoughts paper">
        {thoughts.map(({ seat, seconds, turn, line }) => (
          <li key={line}>
            <Emblem side={seat} /> {after.thought(sitterName(seat, account.seats), lasting(seconds), turn)} <See to={moment(line)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How long somebody thought, in the two largest units. */
function lasting(seconds: number): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return hours ? `${after.days(days)} ${after.hours(hours)}` : after.days(days);
  if (hours) return minutes ? `${after.hours(hours)} ${after.minutes(minutes)}` : after.hours(hours);
  return minutes ? after.minutes(minutes) : after.seconds(Math.round(seconds));
}
