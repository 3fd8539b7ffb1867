/** Sounds off, or on, by one click. */

import type { JSX } from "preact";
import { prefs } from "../store/prefs";
import { soundsOn } from "../store/audible";
import { words } from "../words";
import { Icon } from "./Icon";

export function Loudspeaker(): JSX.Element {
  const on = soundsOn();
  return (
    <button type="button" class="icon-button loudspeaker" aria-pressed={on} aria-label={words.feel.sound.all} title={on ? words.feel.sound.on : words.feel.sound.off} onClick={() => (prefs.sound.value = !on)}>
      <Icon name={on ? "sound" : "mute"} />
    </button>
  );
}
