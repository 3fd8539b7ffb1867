/** The controls of a replay: a slider over all moments, steps, turns, speed, and whose eyes one looks through. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { prefs } from "../store/prefs";
import type { Replay } from "../store/replay";
import { capital, seatName } from "../store/words";
import { Icon } from "../ui/Icon";

const PACES = [0.5, 1, 2, 4];

export function ReplayBar({ replay, onEyes }: { replay: Replay; onEyes: (eyes: string) => void }): JSX.Element {
  const copied = useSignal(false);
  const moment = replay.moment.value;
  const at = replay.at.value;
  const { turns, told } = replay;
  const pace = (): void => {
    prefs.pace.value = PACES[(PACES.indexOf(prefs.pace.peek()) + 1) % PACES.length] ?? 1;
  };
  const link = (): void => {
    const address = `${location.origin}${location.pathname}#${at}`;
    void navigator.clipboard.writeText(address).then(() => (copied.value = true));
  };
  const turnAt = turns.findLastIndex((turn) => turn.at <= at);
  return (
    <section class="replay paper" aria-label="Replay">
      <p class="replay-words" role="status">
        <b>Turn {moment?.turn ?? 0}</b> {capital(moment?.phase ?? "")}
        <small>
          {at + 1} of {replay.last + 1}
        </small>
      </p>
      <input type="range" class="replay-slider" min={0} max={replay.last} value={Math.max(0, at)} aria-label="Moment" aria-valuetext={`Turn ${moment?.turn ?? 0}, ${moment?.phase ?? ""}`} onInput={(event) => void replay.show(Number(event.currentTarget.value))} />
      <div class="replay-keys">
        <button type="button" class="icon-button" aria-label="Back one turn" disabled={at <= 0} onClick={() => void replay.show(turns[turns[turnAt]?.at === at ? turnAt - 1 : turnAt]?.at ?? 0)}>
          <Icon name="reset" />
        </button>
        <button type="button" class="icon-button" data-step="-1" aria-label="Back one step" disabled={at <= 0} onClick={() => replay.step(-1)}>
          <Icon name="back" />
        </button>
        <button type="button" class="icon-button" data-play="" aria-label={replay.playing.value ? "Pause" : "Play"} onClick={() => replay.toggle()}>
          <Icon name={replay.playing.value ? "pause" : "play"} />
        </button>
        <button type="button" class="icon-button" data-step="1" aria-label="One step on" disabled={at >= replay.last} onClick={() => replay.step(1)}>
          <Icon name="forward" />
        </button>
        <button type="button" class="icon-button" aria-label="One turn on" disabled={turnAt >= turns.length - 1} onClick={() => void replay.show(turns[turnAt + 1]?.at ?? replay.last)}>
          <Icon name="skip" />
        </button>
        <button type="button" class="chip" onClick={pace} aria-label={`Pace: ${prefs.pace.value} times`}>
          ×{prefs.pace.value}
        </button>
        {told.choices.length > 1 && (
          <select class="replay-eyes" aria-label="Whose eyes" value={told.eyes} onChange={(event) => onEyes(event.currentTarget.value)}>
            {told.choices.map((eyes) => (
              <option key={eyes} value={eyes}>
                {eyesName(eyes)}
              </option>
            ))}
          </select>
        )}
        <button type="button" class="chip" data-link="" onClick={link}>
          {copied.value ? "Copied" : "Link to this moment"}
        </button>
      </div>
    </section>
  );
}

function eyesName(eyes: string): string {
  if (eyes === "open") return "Everything open";
  return eyes ? `As ${seatName(eyes)} saw it` : "As spectators saw it";
}
