/** The sign of a side, told apart by its shape: an eagle, a star, or a letter for any other. */

import type { JSX } from "preact";

const EAGLE =
  "M0-9.200 1.100-8.600 1.500-7.400 1.200-6.400 1.600-5.200 3.200-5.600 4.600-7.600 6.200-9.300 7.300-7.400 8.400-6.600 8.200-4.800 9.400-3.600 8.600-2 9.500-.4 8.300.9 8.600 2.500 7 3 6.400 4.600 4.900 4 3.900 4.900 3 3.600 2.400 4.600 3.800 6.200 4.600 8 3 7.300 2.200 8.200 1.600 7 1.200 9.200.5 8.200 0 9.800-.5 8.200-1.200 9.200-1.600 7-2.200 8.200-3 7.300-4.600 8-3.800 6.200-2.400 4.600-3 3.600-3.900 4.900-4.900 4-6.400 4.600-7 3-8.600 2.500-8.300.9-9.500-.4-8.600-2-9.400-3.600-8.200-4.800-8.400-6.600-7.300-7.400-6.200-9.300-4.600-7.600-3.200-5.600-1.600-5.200-1.200-6.400-1.500-7.400-1.100-8.600Z";
const STAR = "M0-9.500 2.240-3.080 9.030-2.940 3.620 1.180 5.580 7.690 0 3.800-5.580 7.690-3.620 1.180-9.030-2.940-2.240-3.080Z";

export function Emblem({ side }: { side: string }): JSX.Element {
  const polish = side.startsWith("pol");
  const russian = side.startsWith("rus");
  return (
    <svg class={`emblem side-${side.split("-")[0] ?? ""}`} viewBox="-14 -14 28 28" aria-hidden="true" focusable="false">
      {polish && <rect x="-13" y="-13" width="26" height="26" rx="6" class="emblem-ground" />}
      {russian && <path d="M-8-13H8L13-8V8L8 13H-8L-13 8V-8Z" class="emblem-ground" />}
      {!polish && !russian && <circle r="13" class="emblem-ground" />}
      {polish && <path d={EAGLE} class="emblem-sign" />}
      {russian && <path d={STAR} class="emblem-sign" />}
      {!polish && !russian && (
        <text y="6" text-anchor="middle" class="emblem-sign">
          {side.charAt(0).toUpperCase() || "?"}
        </text>
      )}
    </svg>
  );
}
