// Makes the client's web fonts from the fonts shipped with the boards, with only the letters that the games need.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const boards = join(here, "../../src/vistula/art/fonts");
const out = join(here, "../src/fonts");
const body = createRequire(import.meta.url).resolve("@fontsource/alegreya/files/alegreya-latin-400-normal.woff2");
const bodyExt = body.replace("latin-400", "latin-ext-400");
// The boards' own cuts have only old-style figures, in which 0 looks like a letter: figures as tall as capitals are from here.
const bold = body.replace("400-normal", "700-normal");
const italic = body.replace("400-normal", "500-italic");

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");
const latin = range(0x20, 0x7e) + range(0xa0, 0xff);
const eastern = "ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽžĀāĒēĖėĢģĪīĮįĶķĻļŅņŪūŲųŐőŰűŞşŢţȘșȚț";
const signs = "–—‘’‚“”„†‡•…‰‹›€−×÷½⅓⅔¼¾→←↑↓↔✓★☆";

const faces = [
  [join(boards, "BarlowCondensed-Medium.ttf"), "barlow-condensed-500", latin + eastern + signs],
  [join(boards, "BarlowCondensed-Bold.ttf"), "barlow-condensed-700", latin + eastern + signs],
  [join(boards, "Alegreya-Bold.ttf"), "alegreya-700", latin + eastern + signs],
  [join(boards, "Alegreya-MediumItalic.ttf"), "alegreya-500-italic", latin + eastern + signs],
  [body, "alegreya-400", latin + signs],
  [bodyExt, "alegreya-400-ext", eastern],
  [bold, "alegreya-700-figures", range(0x30, 0x39)],
  [italic, "alegreya-500-italic-figures", range(0x30, 0x39)],
];

await mkdir(out, { recursive: true });
for (const [source, name, letters] of faces) {
  // Of the other shapes that a font has for these letters only those that our styles ask for.
  const keepFeatures = ["kern", "lnum", "mark", ...(name === "alegreya-700" ? ["smcp"] : [])];
  const font = await subset(await readFile(source), letters, { targetFormat: "woff2", keepFeatures });
  await writeFile(join(out, `${name}.woff2`), font);
  console.log(`${name}.woff2 ${font.length} bytes`);
}
