/** What a seat may choose now, looked up by what it is applied to. Everything clickable comes from here. */

import type { DecisionView, OptionView, PieceView } from "../wire";
import { titled } from "./words";

export interface Choice {
  verb: string;
  kind: string;
  arg: string;
  label: string;
  warn: string;
  free: boolean;
}

export interface NumberChoice {
  verb: string;
  label: string;
  warn: string;
  args: string[];
  /** What the numbers stand for, where they are no amounts. */
  words: string[];
}

export interface Choices {
  byPiece: Map<string, Choice[]>;
  bySpace: Map<string, Choice[]>;
  byCard: Map<string, Choice[]>;
  byLink: Map<string, Choice[]>;
  buttons: Choice[];
  numbers: NumberChoice[];
  count: number;
}

export const NO_CHOICES: Choices = indexOptions([]);

function choiceOf(option: OptionView, arg: string): Choice {
  const { verb, kind, label = "", warn = "", free = false } = option;
  return { verb, kind, arg, label: label || titled(verb), warn, free };
}

export function indexOptions(options: OptionView[]): Choices {
  const found: Choices = {
    byPiece: new Map(),
    bySpace: new Map(),
    byCard: new Map(),
    byLink: new Map(),
    buttons: [],
    numbers: [],
    count: 0,
  };
  const maps: Record<string, Map<string, Choice[]>> = {
    piece: found.byPiece,
    space: found.bySpace,
    card: found.byCard,
    link: found.byLink,
  };
  for (const option of options) {
    found.count += option.args.length;
    const map = maps[option.kind];
    if (map) {
      for (const arg of option.args) append(map, arg, choiceOf(option, arg));
    } else if (option.kind === "number") {
      const { verb, label = "", warn = "", args, words = [] } = option;
      found.numbers.push({ verb, label: label || titled(verb), warn, args, words });
    } else {
      found.buttons.push(choiceOf(option, option.args[0] ?? ""));
    }
  }
  return found;
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

export function choicesOf(decision: DecisionView | null | undefined): Choices {
  return decision?.options?.length ? indexOptions(decision.options) : NO_CHOICES;
}

/** More verbs for places than this are laid out to be taken up one at a time. */
const FEW = 3;

/** The options of a decision that are about places, if they are many; and those that may be done at any time. */
export function placing(decision: DecisionView | null | undefined): OptionView[] {
  const found = (decision?.options ?? []).filter((option) => option.kind === "space" && !option.free);
  const answers = found.filter((option) => option.beside !== true);
  return answers.length > FEW ? found : found.filter((option) => option.beside === true);
}

/** The decision with only one of its verbs for places. What may be done at any time is lit only once it is taken up, so
 * that nobody does it by a slip of the hand. */
export function taken(decision: DecisionView, verb: string | null): DecisionView {
  const options = decision.options ?? [];
  const chosen = verb !== null && options.some((option) => option.verb === verb);
  const keep = ({ kind, free, beside, verb: own }: OptionView): boolean =>
    kind !== "space" || free === true || (chosen ? own === verb : beside !== true);
  return options.every(keep) ? decision : { ...decision, options: options.filter(keep) };
}

/** Pieces by the space where they lie, lowest first. */
export function stacksOf(pieces: PieceView[]): Map<string, PieceView[]> {
  const stacks = new Map<string, PieceView[]>();
  for (const piece of pieces) if (piece.space) append(stacks, piece.space, piece);
  for (const stack of stacks.values()) stack.sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0));
  return stacks;
}

export interface Offer {
  space: Choice[];
  pieces: { piece: PieceView; choices: Choice[] }[];
}

/** All that may be chosen at a space: the space itself, and the pieces that lie there. */
export function offerAt(choices: Choices, stack: PieceView[], space: string): Offer {
  const pieces = stack.flatMap((piece) => {
    const own = choices.byPiece.get(piece.key);
    return own ? [{ piece, choices: own }] : [];
  });
  return { space: choices.bySpace.get(space) ?? [], pieces };
}

export function offerSize(offer: Offer): number {
  return offer.space.length + offer.pieces.reduce((sum, { choices }) => sum + choices.length, 0);
}

/** The one thing a click on a space means, if it can mean only one. Verbs that only rearrange do not count. */
export function plainChoice(offer: Offer): Choice | undefined {
  const all = [...offer.space, ...offer.pieces.flatMap(({ choices }) => choices)];
  const serious = all.filter((choice) => !choice.free);
  const pick = serious.length > 0 ? serious : all;
  return pick.length === 1 ? pick[0] : undefined;
}

/** The way out that only takes back, such as "Choose another unit": what Escape does. */
export function wayOut(choices: Choices): Choice | undefined {
  const free = choices.buttons.filter((choice) => choice.free);
  return free.length === 1 ? free[0] : undefined;
}
