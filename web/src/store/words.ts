/** Names and numbers as people read them. */

import type { CardFace, CardView, Catalog, CounterFace, GameCard, OptionCard, Overlay, PieceView, Space, Welcome } from "../wire";
import { words as texts } from "../words";

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A remark as a sentence of its own. */
export function sentence(text: string): string {
  return /[.!?…)\]]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

/** What a seat wants in a scenario and how it may get there; a seat of one front has its own words for every scenario. */
export function briefingOf(game: GameCard, scenario: string, seat: string): string {
  const told = game.scenarios?.find((one) => one.id === scenario)?.briefings ?? {};
  const about = game.seats?.find((one) => one.id === seat)?.about;
  return told[seat] ?? about ?? told[seat.split("-")[0] ?? ""] ?? "";
}

/** A choice of a house rule, as people read it; the first is the usual one. */
export function choiceWords(option: OptionCard, choice: string): string {
  const at = option.choices.indexOf(choice);
  const words = option.words?.[at] ?? titled(choice);
  return at === 0 ? texts.names.standard(words) : words;
}

/** House rules in the groups that the game names, each with its sentence; those of no group come last. */
export function optionGroups(game: GameCard): { id: string; title: string; says: string; options: OptionCard[] }[] {
  const groups = [...(game.groups ?? []), { id: "", title: "", says: "" }];
  const known = new Set(groups.map(({ id }) => id));
  const of = (id: string): OptionCard[] => (game.options ?? []).filter(({ group = "" }) => (known.has(group) ? group : "") === id);
  return groups.map((group) => ({ ...group, options: of(group.id) })).filter(({ options }) => options.length > 0);
}

/** Who sits on a seat: by name, if there is one. */
export function sitterName(seat: string, names: Record<string, string> | undefined): string {
  const name = names?.[seat];
  return name ? texts.names.sitter(name, seatName(seat)) : seatName(seat);
}

/** The names of the people at a table, without its computers. */
export function peopleAt(welcome: Welcome | null): Record<string, string> {
  return Object.fromEntries(Object.entries(welcome?.seats ?? {}).filter(([seat]) => !(seat in (welcome?.levels ?? {}))));
}

/** `poland-north` -> `Poland North` */
export function seatName(seat: string): string {
  return seat.split("-").map(capital).join(" ") || texts.names.spectator;
}

/** Who has won: sides, or the seats of a side that have won without their partners. */
export function verdictWords(victors: readonly string[]): string {
  if (!victors.length) return texts.names.draw;
  return texts.names.won(victors.map(seatName).join(texts.names.and), victors.length > 1);
}

/** For whom the others wait: those who are thinking, computers or people who are here, else whoever has not answered.
 * People are called by their names. What somebody does meanwhile is a secret; that they think is not. */
export function waitingFor(waiting: readonly string[], thinking: object, online: readonly string[] = [], people: Record<string, string> = {}): string {
  const pondering = waiting.filter((seat) => seat in thinking || online.includes(seat));
  const who = (pondering.length ? pondering : waiting).map((seat) => sitterName(seat, people)).join(texts.names.and);
  if (!pondering.length) return texts.names.toMove(who);
  return texts.names.thinking(who, pondering.length > 1);
}

/** A place by its name; where spaces have numbers, with its number. */
export function spaceName(space: Space | undefined, id: string): string {
  if (!space?.name) return id;
  return /\d/.test(id) ? `${space.name} (${id})` : space.name;
}

const faces = new WeakMap<Catalog, Map<string, CounterFace>>();

export function faceOf(catalog: Catalog, piece: PieceView): CounterFace | undefined {
  let known = faces.get(catalog);
  if (!known) {
    known = new Map((catalog.counters ?? []).map((face) => [face.id, face]));
    faces.set(catalog, known);
  }
  return piece.face ? known.get(piece.face) : undefined;
}

/** What a piece without a face is called: one's own dummy is a dummy, anything else nobody may look at. */
function unseenName(piece: PieceView): string {
  const noun = piece.kind === "block" || piece.kind === "order" ? piece.kind : texts.names.unit;
  return piece.kind === "dummy" ? texts.names.dummy(capital(piece.side)) : texts.names.unseen(capital(piece.side), noun);
}

export function pieceName(catalog: Catalog, piece: PieceView): string {
  const face = faceOf(catalog, piece);
  const names = [face?.name, face?.label, unseenName(piece)];
  return names.find(Boolean)!;
}

/** A piece in one line for lists and screen readers. */
export function pieceLine(catalog: Catalog, piece: PieceView): string {
  const face = faceOf(catalog, piece);
  const steps = piece.strength == null ? "" : texts.names.strength(piece.strength);
  const parts = [pieceName(catalog, piece), factorWords(face), steps, facingWords(catalog, piece), (piece.marks ?? []).join(", ")];
  return parts.filter(Boolean).join(", ");
}

/** What is printed on a piece: factors on a counter, the greatest strength on a block, nothing worth saying on a token. */
export function factorWords(face: CounterFace | null | undefined): string {
  if (!face?.factors || face.shape === "order") return "";
  return face.shape === "block" ? texts.names.atMost(face.factors) : face.factors;
}

/** `facing north-east`, from the catalog's degrees. */
export function facingWords(catalog: Catalog, piece: PieceView): string {
  const angle = catalog.facings?.[piece.facing ?? -1];
  return angle === undefined ? "" : texts.names.facing(texts.names.compass[Math.round(angle / 45) % 8]!);
}

/** A verb or key as words. */
export function titled(verb: string): string {
  return capital(verb.replaceAll(/[_-]+/g, " ").trim());
}

export function cardOf(catalog: Catalog, face: string | null | undefined): CardFace | undefined {
  return face ? ((catalog.cards ?? []).find((one) => one.id === face) ?? { id: face, title: titled(face) }) : undefined;
}

export function cardName(catalog: Catalog, card: CardView): string {
  return cardOf(catalog, card.face)?.title ?? texts.names.faceDown;
}

export interface Piece {
  text: string;
  rule: boolean;
}

/** A sentence cut at its rule ids: `… lose units [6.1b]`. */
export function withRules(text: string): Piece[] {
  return text
    .split(/(\[[A-Za-z]{0,3}-?\d+[\w.]*(?:, ?[A-Za-z]{0,3}-?\d+[\w.]*)*\])/)
    .filter(Boolean)
    .flatMap((part): Piece[] => {
      if (!/^\[.*\]$/.test(part)) return [{ text: part, rule: false }];
      return part
        .slice(1, -1)
        .split(/, ?/)
        .map((id) => ({ text: id, rule: true }));
    });
}

export function percent(numerator: number, denominator: number): string {
  const share = (100 * numerator) / denominator;
  return share > 0 && share < 1 ? texts.names.rare : texts.names.percent(Math.round(share));
}

export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (Number.isNaN(seconds)) return "";
  const steps: [number, keyof typeof texts.names.ago][] = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [size, unit] of steps) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return texts.names.ago[unit](count);
  }
  return texts.names.justNow;
}

export interface NamedPart<T> {
  text: string;
  ref?: T;
}

/** A sentence cut at the names in it, longer names first: `Assault on Brody (0720) by …`. */
export function withNames<T>(text: string, names: [string, T][]): NamedPart<T>[] {
  const byLength = names.filter(([name]) => name !== "").sort((a, b) => b[0].length - a[0].length);
  let parts: NamedPart<T>[] = [{ text }];
  for (const [name, ref] of byLength) {
    parts = parts.flatMap((part) => (part.ref === undefined ? cutAt(part.text, name, ref) : [part]));
  }
  return parts.filter((part) => part.text !== "");
}

function cutAt<T>(text: string, name: string, ref: T): NamedPart<T>[] {
  const at = text.indexOf(name);
  if (at < 0) return [{ text }];
  return [{ text: text.slice(0, at) }, { text: name, ref }, ...cutAt(text.slice(at + name.length), name, ref)];
}

/** The coats of an overlay that lie on a space, in words: `in communication, southwest supplied`. */
export function supplyWords(overlay: Overlay, space: string): string {
  const coats = Object.entries(overlay.layers ?? {}).filter(([, spaces]) => spaces.includes(space));
  return [...new Set(coats.map(([coat]) => coat.replace(/^(own|enemy)-/, "").replaceAll("-", " ")))].join(", ");
}
