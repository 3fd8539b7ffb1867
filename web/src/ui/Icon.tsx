/** Line icons, drawn here. */

import type { JSX } from "preact";

const PATHS = {
  back: "M14 5l-7 7 7 7",
  forward: "M10 5l7 7-7 7",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3",
  reset: "M4 5v6h6M5.500 15a7.500 7.500 0 1 0 1-8L4 11",
  menu: "M4 7h16M4 12h16M4 17h16",
  help: "M9 9a3 3 0 1 1 4 3c-1 .4-1 1-1 2m0 3v.5",
  layers: "M12 4l9 5-9 5-9-5zM3 14l9 5 9-5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  close: "M6 6l12 12M18 6L6 18",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  step: "M6 5l9 7-9 7zM18 5v14",
  skip: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  pin: "M12 21s7-6.500 7-12a7 7 0 1 0-14 0c0 5.500 7 12 7 12zM12 11.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  seal: "M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM8.500 13L7 21l5-3 5 3-1.500-8",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.500 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6L12.500 17",
  save: "M12 4v11m-4-4l4 4 4-4M5 20h14",
  check: "M5 13l5 5 9-12",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10zM16.500 9.500l5 5M21.500 9.500l-5 5",
  next: "M5 12h13m-5-6l6 6-6 6",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM13.500 6.500l4 4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
