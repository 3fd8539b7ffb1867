/** A link to point a camera at. The drawing of it is fetched when somebody wants one. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { panels } from "../words/panels";

interface Drawing {
  size: number;
  dark: string;
}

export function QrCode({ text, name }: { text: string; name: string }): JSX.Element | null {
  const drawing = useSignal<Drawing | null>(null);
  useEffect(() => {
    void draw(text).then((drawn) => (drawing.value = drawn));
  }, [text]);
  if (!drawing.value) return null;
  const { size, dark } = drawing.value;
  return (
    <svg class="qr-code" role="img" aria-label={panels.link.qrOfLink(name)} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}

async function draw(text: string): Promise<Drawing> {
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  return { size, dark: data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join("") };
}
