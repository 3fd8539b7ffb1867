/** Whether sounds are made. */

import { prefs } from "./prefs";

/** On with a mouse, off with a finger, until somebody says otherwise. */
export function soundsOn(): boolean {
  return prefs.sound.value ?? !matchMedia("(pointer: coarse)").matches;
}
