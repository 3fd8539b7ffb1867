/** The words of notices: fetched with whatever shows them first. */

import { calls as english } from "./en/calls";

export type CallWords = typeof english;

export const calls: CallWords = english;
