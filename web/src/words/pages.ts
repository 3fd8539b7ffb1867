/** The words of pages that are fetched later. They are part of the catalogue, but not of the first load. */

import { pages as english } from "./en/pages";

export type PageWords = typeof english;

export const pages: PageWords = english;
