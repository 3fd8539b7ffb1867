/** A link to point a camera at. */

import type { JSX } from "preact";
import { encode } from "uqr";

export function QrCode({ text, name }: { text: string; name: string }): JSX.Element {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="qr-code" role="img" aria-label={`QR code of the link: ${name}`} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
