/** The words of pages that are fetched later. They are part of the catalogue, but not of the first load. */

import { after as english } from "./en/after";

export type AfterWords = typeof english;

export const after: AfterWords = english;
