/** The controls of a replay: a slider over all moments, its turns, steps, speed, and whose eyes one looks through. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { prefs } from "../store/prefs";
import { PACES, type Replay, linkTo } from "../store/replay";
import { capital, seatName } from "../store/words";
import { Icon } from "../ui/Icon";
import { words } from "../words";
import { after } from "../words/after";
import { OnwardForm } from "./OnwardForm";
import { pages } from "../words/pages";

export function ReplayBar({ replay, onEyes }: { replay: Replay; onEyes: (eyes: string) => void }): JSX.Element {
  const copied = useSignal(-1); // the moment whose link was copied last
  const onward = useSignal(false);
  const moment = replay.moment.value;
  const at = replay.at.value;
  const { told } = replay;
  const say = words.look;
  const link = (): void => {
    const address = `${location.origin}${location.pathname}${linkTo(told, at)}`;
    void navigator.clipboard.writeText(address).then(() => (copied.value = at));
  };
  return (
    <section class="replay paper" aria-label={pages.replay.label}>
      <p class="replay-words" role="status">
        <b>{pages.replay.turn(moment?.turn ?? 0)}</b> {capital(moment?.phase ?? "")}
        <small>{pages.replay.of(at + 1, replay.last + 1)}</small>
      </p>
      <input type="range" class="replay-slider" min={0} max={replay.last} value={Math.max(0, at)} aria-label={pages.replay.moment} aria-valuetext={pages.replay.value(moment?.turn ?? 0, moment?.phase ?? "")} onInput={(event) => void replay.show(Number(event.currentTarget.value))} />
      <Turns replay={replay} />
      <div class="replay-keys" title={say.keys}>
        <button type="button" class="icon-button" data-turn="-1" aria-label={say.backTurn} disabled={at <= 0} onClick={() => replay.turn(-1)}>
          <Icon name="reset" />
        </button>
        <button type="button" class="icon-button" data-step="-1" aria-label={say.backStep} disabled={at <= 0} onClick={() => replay.step(-1)}>
          <Icon name="back" />
        </button>
        <button type="button" class="icon-button" data-play="" aria-label={replay.playing.value ? say.pause : say.play} onClick={() => replay.toggle()}>
          <Icon name={replay.playing.value ? "pause" : "play"} />
        </button>
        <button type="button" class="icon-button" data-step="1" aria-label={say.onStep} disabled={at >= replay.last} onClick={() => replay.step(1)}>
          <Icon name="forward" />
        </button>
        <button type="button" class="icon-button" data-turn="1" aria-label={say.onTurn} disabled={at >= replay.last} onClick={() => replay.turn(1)}>
          <Icon name="skip" />
        </button>
        <span class="replay-pace" role="group" aria-label={say.speed}>
          {PACES.map((pace) => (
            <button type="button" key={pace} data-pace={pace} aria-pressed={prefs.pace.value === pace} aria-label={say.speedOf(shownPace(pace))} onClick={() => (prefs.pace.value = pace)}>
              {shownPace(pace)}
            </button>
          ))}
        </span>
        {told.choices.length > 1 && (
          <select class="replay-eyes" aria-label={pages.replay.eyes} value={told.eyes} onChange={(event) => onEyes(event.currentTarget.value)}>
            {told.choices.map((eyes) => (
              <option key={eyes} value={eyes}>
                {eyesName(eyes)}
              </option>
            ))}
          </select>
        )}
        <button type="button" class="chip" data-link="" onClick={link}>
          {copied.value === at ? words.common.copied : say.copyLink}
        </button>
        {told.onward && (
          <button type="button" class="chip" data-onward="" onClick={() => (onward.value = true)}>
            {after.onward}
          </button>
        )}
        {onward.value && <OnwardForm replay={replay} onClose={() => (onward.value = false)} />}
      </div>
    </section>
  );
}

/** Parts of the slider that a number needs to be read. */
const APART = 0.035;

/** Where each turn begins, as far as there is room for its number. */
function Turns({ replay }: { replay: Replay }): JSX.Element {
  const now = replay.moment.value?.turn;
  let free = -1;
  const shown = replay.turns.filter(({ at }) => {
    const place = replay.last ? at / replay.last : 0;
    if (place < free) return false;
    free = place + APART;
    return true;
  });
  return (
    <ol class="replay-turns" aria-label={words.look.turns}>
      {shown.map(({ turn, at }) => (
        <li key={at} style={{ left: `${replay.last ? (at / replay.last) * 100 : 0}%` }}>
          <button type="button" data-to-turn={turn} aria-label={words.look.toTurn(turn)} aria-current={turn === now ? "step" : undefined} onClick={() => void replay.show(at)}>
            {turn}
          </button>
        </li>
      ))}
    </ol>
  );
}

function eyesName(eyes: string): string {
  if (eyes === "open") return pages.replay.open;
  return eyes ? pages.replay.asSaw(seatName(eyes)) : pages.replay.asSpectators;
}

/** How fast, as the button shows it. */
function shownPace(pace: number): string {
  return `×${pace === 0.5 ? "½" : pace}`;
}
