/** A key of 128 bits as twelve words, and back: eleven bits a word, and in the last one four bits that prove the rest. */

import { sha256 } from "./sha256";
import { WORDS } from "./wordlist";

const BYTES = 16;
const COUNT = 12;

export class NotTwelve extends Error {
  constructor(
    /** `count`: not twelve; `word`: one is not on the list; `sum`: all are, and they do not belong together. */
    readonly why: "count" | "word" | "sum",
    readonly word = "",
  ) {
    super(why);
  }
}

export function bytesOf(key: string): Uint8Array {
  return Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
}

export function keyOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export function toWords(key: string): string[] {
  const bytes = bytesOf(key);
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  bits = (bits << 4n) | BigInt(proofOf(bytes));
  return Array.from({ length: COUNT }, (_, n) => WORDS[Number((bits >> BigInt(11 * (COUNT - 1 - n))) & 2047n)]!);
}

export function fromWords(text: string): string {
  const said = text.toLowerCase().match(/[a-z]+/g) ?? [];
  let bits = 0n;
  for (const word of said) {
    const at = WORDS.indexOf(word);
    if (at < 0) throw new NotTwelve("word", word);
    bits = (bits << 11n) | BigInt(at);
  }
  if (said.length !== COUNT) throw new NotTwelve("count");
  const bytes = Uint8Array.from({ length: BYTES }, (_, n) => Number((bits >> BigInt(4 + 8 * (BYTES - 1 - n))) & 255n));
  if (Number(bits & 15n) !== proofOf(bytes)) throw new NotTwelve("sum");
  return keyOf(bytes);
}

function proofOf(bytes: Uint8Array): number {
  return parseInt(sha256(bytes)[0]!, 16);
}
