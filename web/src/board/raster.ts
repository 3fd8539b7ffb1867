/** The board as bitmaps of several sizes. A drawing of thousands of strokes is slow to draw at every step of a zoom;
 * a bitmap is not. The small one comes first, the others piece by piece when nothing else is to do. */

import bold from "../fonts/alegreya-700.woff2?url";
import italic from "../fonts/alegreya-500-italic.woff2?url";
import sansBold from "../fonts/barlow-condensed-700.woff2?url";
import sans from "../fonts/barlow-condensed-500.woff2?url";

const FACES: [string, string, string, string][] = [
  ["Alegreya", "700", "normal", bold],
  ["Alegreya", "500", "italic", italic],
  ["Barlow Condensed", "700", "normal", sansBold],
  ["Barlow Condensed", "500", "normal", sans],
];
const MOST_PIXELS = 16_000_000;
/** Few big pieces: each costs a walk through the whole drawing. */
const TILE = 1536;

/** The scales worth having, smallest first: each twice the one before. */
export function levelsFor(width: number, height: number): number[] {
  const top = Math.min(1.5, Math.sqrt(MOST_PIXELS / (width * height)));
  return [top / 4, top / 2, top];
}

/** Which bitmap shows the board at this scale: the smallest that need not be enlarged, or the largest there is. */
export function levelAt(levels: number[], scale: number): number {
  const fits = levels.findIndex((level) => level >= scale * 0.92);
  return fits < 0 ? levels.length - 1 : fits;
}

async function dataUrl(path: string): Promise<string> {
  const blob = await (await fetch(path)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("a font could not be read"));
    reader.readAsDataURL(blob);
  });
}

/** A picture in an image knows no fonts but those it carries. */
async function withFonts(svg: string): Promise<string> {
  const faces = await Promise.all(
    FACES.map(async ([family, weight, style, path]) => {
      const source = await dataUrl(path);
      return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(${source})}`;
    }),
  );
  return svg.replace(/(<svg[^>]*>)/, `$1<style>${faces.join("")}</style>`);
}

async function picture(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([await withFonts(svg)], { type: "image/svg+xml" }));
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

/** Wait until the browser has nothing better to do, and nobody moves the map. */
async function breath(job: Job): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 600 });
      else setTimeout(resolve, 30);
    });
  } while (job.busy() && !job.stopped());
}

export interface Job {
  svg: string;
  width: number;
  height: number;
  /** Which sizes to draw, in this order. */
  order: number[];
  ready: (level: number, canvas: HTMLCanvasElement) => void;
  busy: () => boolean;
  stopped: () => boolean;
}

export async function rasterize(job: Job): Promise<void> {
  const levels = levelsFor(job.width, job.height);
  const image = await picture(job.svg);
  for (const level of job.order) {
    const scale = levels[level];
    if (scale === undefined || job.stopped()) return;
    const canvas = await draw(image, { ...job, first: levels[0]! }, scale);
    if (canvas) job.ready(level, canvas);
  }
}

async function draw(image: HTMLImageElement, job: Job & { first: number }, scale: number): Promise<HTMLCanvasElement | null> {
  const { width, height } = job;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) return null;
  for (let y = 0; y < canvas.height; y += TILE) {
    for (let x = 0; x < canvas.width; x += TILE) {
      if (scale > job.first) await breath(job);
      if (job.stopped()) return null;
      context.save();
      context.beginPath();
      context.rect(x, y, TILE, TILE);
      context.clip();
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      context.restore();
    }
  }
  return canvas;
}
