/** The words of sketches: fetched by whoever sketches. */

import { sketch as english } from "./en/sketch";

export type SketchWords = typeof english;

export const sketch: SketchWords = english;
