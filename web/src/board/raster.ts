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
/** How much of the drawing is drawn at a time: few big sweeps, for each costs a walk through the whole drawing. */
const SWEEP = 2048;
const TILE = 1024;
/** Tiles lie a little over one another, so that no seam shows between them. */
const LAP = 2;

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
  ready: (level: number, sheet: HTMLElement) => void;
  busy: () => boolean;
  stopped: () => boolean;
}

export async function rasterize(job: Job): Promise<void> {
  const levels = levelsFor(job.width, job.height);
  const image = await picture(job.svg);
  for (const level of job.order) {
    const scale = levels[level];
    if (scale === undefined || job.stopped()) return;
    const sheet = await draw(image, { ...job, first: levels[0]! }, scale);
    if (sheet) job.ready(level, sheet);
  }
}

/** One size of the board, as pictures laid side by side. They are pictures and not canvases because the browser keeps
 * what it has drawn of a picture, while a canvas is drawn anew in every frame of a movement. */
async function draw(image: HTMLImageElement, job: Job & { first: number }, scale: number): Promise<HTMLElement | null> {
  const wide = Math.round(job.width * scale);
  const high = Math.round(job.height * scale);
  const sheet = document.createElement("div");
  const scratch = canvasOf(Math.min(SWEEP + LAP, wide), Math.min(SWEEP + LAP, high));
  for (let y = 0; y < high; y += SWEEP) {
    for (let x = 0; x < wide; x += SWEEP) {
      if (scale > job.first) await breath(job);
      if (job.stopped() || !scratch) return null;
      scratch.drawImage(image, -x, -y, wide, high);
      for (const [tx, ty] of cells(Math.min(SWEEP, wide - x), Math.min(SWEEP, high - y))) {
        const size = { width: Math.min(TILE + LAP, wide - x - tx), height: Math.min(TILE + LAP, high - y - ty) };
        const tile = await pictureOf(scratch.getImageData(tx, ty, size.width, size.height));
        lay(tile, sheet, { left: x + tx, top: y + ty, ...size }, scale);
      }
    }
  }
  return sheet;
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext("2d", { alpha: false, willReadFrequently: true });
}

function cells(width: number, height: number): [number, number][] {
  const found: [number, number][] = [];
  for (let y = 0; y < height; y += TILE) for (let x = 0; x < width; x += TILE) found.push([x, y]);
  return found;
}

async function pictureOf(pixels: ImageData): Promise<HTMLImageElement> {
  const tile = new Image();
  const address = URL.createObjectURL(bitmapFile(pixels));
  tile.src = address;
  tile.alt = "";
  await tile.decode();
  URL.revokeObjectURL(address);
  return tile;
}

function lay(tile: HTMLElement, sheet: HTMLElement, at: Record<string, number>, scale: number): void {
  for (const [side, pixels] of Object.entries(at)) tile.style.setProperty(side, `${pixels / scale}px`);
  sheet.append(tile);
}

const FILE_HEADER = 14;
const INFO_HEADER = 108;

/** Pixels as a BMP file: a header before the bytes as they are, so that nothing has to be packed or unpacked. */
export function bitmapFile({ width, height, data }: { width: number; height: number; data: Uint8ClampedArray }): Blob {
  const header = new DataView(new ArrayBuffer(FILE_HEADER + INFO_HEADER));
  header.setUint16(0, 0x424d); // "BM"
  header.setUint32(2, header.byteLength + data.length, true);
  header.setUint32(10, header.byteLength, true);
  header.setUint32(14, INFO_HEADER, true);
  header.setInt32(18, width, true);
  header.setInt32(22, -height, true); // from the top
  header.setUint16(26, 1, true);
  header.setUint16(28, 32, true);
  header.setUint32(30, 3, true); // bit fields: where red, green and blue are in each pixel
  header.setUint32(34, data.length, true);
  header.setUint32(54, 0x000000ff, true);
  header.setUint32(58, 0x0000ff00, true);
  header.setUint32(62, 0x00ff0000, true);
  header.setUint32(70, 0x73524742, true); // sRGB
  return new Blob([header, data as Uint8ClampedArray<ArrayBuffer>], { type: "image/bmp" });
}
