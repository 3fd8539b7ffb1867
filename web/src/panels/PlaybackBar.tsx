/** While the opponent's burst is played back: the line that is shown, and the controls. */

import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { useTable } from "../store/context";
import { prefs } from "../store/prefs";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { words } from "../words";

const PACES = [0.5, 1, 2, 4];

export function PlaybackBar(): JSX.Element | null {
  const { session, camera } = useTable();
  const { play } = session;
  const scene = play.scene.value;
  // Once the bar lies there, so that nothing is shown underneath it.
  useLayoutEffect(() => {
    const places = new Set((scene?.moves ?? []).flatMap(({ path }) => path.at(-1) ?? []));
    camera.revealAll([...places]);
  }, [scene]);
  if (!scene || scene.quiet) return null;
  const pace = (): void => {
    const next = PACES[(PACES.indexOf(play.pace.peek()) + 1) % PACES.length] ?? 1;
    play.pace.value = prefs.pace.value = next;
  };
  return (
    <section class="playback paper" aria-label={words.table.playback.label}>
      <p class="playback-text">
        {scene.lines[0]?.side && <Emblem side={scene.lines[0].side} />}
        <span>{scene.text}</span>
      </p>
      <div class="playback-keys">
        <span class="playback-left">{words.table.playback.left(play.left.value)}</span>
        <Near />
        <button type="button" class="icon-button" onClick={() => (play.paused.peek() ? play.resume() : play.pause())} aria-label={play.paused.value ? words.table.playback.goOn : words.table.playback.pause}>
          <Icon name={play.paused.value ? "play" : "pause"} />
        </button>
        <button type="button" class="icon-button" onClick={() => play.step()} aria-label={words.table.playback.step}>
          <Icon name="step" />
        </button>
        <button type="button" class="chip" onClick={pace} aria-label={words.table.playback.pace(play.pace.value)}>
          ×{play.pace.value}
        </button>
        <button type="button" class="brass" data-skip="" onClick={() => play.skip()}>
          {words.table.playback.skip}
        </button>
      </div>
    </section>
  );
}

/** Of a long phase only what came near my units. */
function Near(): JSX.Element | null {
  const { play, seat } = useTable().session;
  const only = play.onlyNear.value;
  if (seat === "" || !(play.hasFar.value || only)) return null;
  const turn = (): void => {
    prefs.onlyNear.value = !only;
    play.setNear(!only);
  };
  return (
    <button type="button" class="chip" data-near="" aria-pressed={only} title={words.table.playback.nearAbout} onClick={turn}>
      {words.table.playback.near}
    </button>
  );
}
