/** The words of panels that are fetched later. They are part of the catalogue, but not of the first load. */

import { panels as english } from "./en/panels";

export type PanelWords = typeof english;

export const panels: PanelWords = english;
