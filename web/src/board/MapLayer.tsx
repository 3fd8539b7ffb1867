/** The printed map: a bitmap while that is sharp enough, the drawing itself where one looks closer. */

import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTable } from "../store/context";
import type { Assets } from "./assets";
import { levelAt, levelsFor, rasterize } from "./raster";

export function MapLayer({ assets, layer }: { assets: Assets; layer: RefObject<HTMLDivElement> }): JSX.Element {
  const { session, camera } = useTable();
  const { width, height } = session.grid;
  const levels = levelsFor(width, height);
  const sheets = useRef<(HTMLElement | null)[]>(levels.map(() => null));
  const close = useSignal(false);

  const choose = (k = camera.scale.peek(), moving = camera.moving.peek()): void => {
    const scale = k * devicePixelRatio;
    const wanted = levelAt(levels, scale);
    const have = sheets.current[wanted] ?? sheets.current.findLast((one) => one !== null) ?? null;
    for (const sheet of sheets.current) sheet?.classList.toggle("shown", sheet === have);
    if (!moving) close.value = levels.at(-1)! < scale * 0.85;
  };

  useEffect(() => {
    let gone = false;
    const now = levelAt(levels, camera.camera.peek().k * devicePixelRatio);
    const order = [...new Set([0, now, ...levels.keys()])];
    const ready = (level: number, sheet: HTMLElement): void => {
      sheet.className = "bitmap";
      sheets.current[level]?.remove();
      sheets.current[level] = sheet;
      layer.current?.prepend(sheet);
      choose();
    };
    const busy = (): boolean => camera.moving.peek();
    const job = { svg: assets.board, width, height, order, ready, busy, stopped: () => gone };
    void rasterize(job).catch(() => (close.value = true)); // without bitmaps the drawing itself is shown
    return () => {
      gone = true;
    };
  }, [assets]);

  useSignalEffect(() => {
    choose(camera.scale.value, camera.moving.value);
  });

  // Until the first bitmap is drawn, the small picture of the shelf lies there: blurred, but a map.
  const backgroundImage = `url("/boards/${session.catalog.title}.jpg")`;
  return (
    <div class="layer layer-map" ref={layer} style={{ width: `${width}px`, height: `${height}px`, backgroundImage }}>
      {close.value && <div class="drawing" dangerouslySetInnerHTML={{ __html: assets.board }} />}
    </div>
  );
}
