import { describe, expect, it } from "vitest";
import { NotTwelve, bytesOf, fromWords, keyOf, toWords } from "./twelve";
import { WORDS } from "./wordlist";

function near(one: string, other: string): boolean {
  if (one.length === other.length) return one.split("").filter((letter, n) => letter !== other[n]).length < 2;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.length - short.length === 1 && long.split("").some((_, n) => long.slice(0, n) + long.slice(n + 1) === short);
}

function why(text: string): string {
  try {
    fromWords(text);
  } catch (error) {
    return error instanceof NotTwelve ? `${error.why} ${error.word}`.trim() : String(error);
  }
  return "";
}

describe("twelve words", () => {
  it("are a key, and any key is twelve words", () => {
    for (let n = 0; n < 200; n++) {
      const key = keyOf(crypto.getRandomValues(new Uint8Array(16)));
      expect(key).toMatch(/^[\w-]{22}$/);
      const words = toWords(key);
      expect(words).toHaveLength(12);
      expect(fromWords(words.join(" "))).toBe(key);
    }
    for (const byte of [0, 255]) expect(fromWords(toWords(keyOf(new Uint8Array(16).fill(byte))).join(" "))).toBe(keyOf(new Uint8Array(16).fill(byte)));
  });

  it("are the same for ever", () => {
    const key = keyOf(Uint8Array.from({ length: 16 }, (_, n) => n * 17));
    expect([...bytesOf(key)].slice(0, 3)).toEqual([0, 17, 34]);
    expect(toWords(key).join(" ")).toBe("abbey mighty moss meteor freight direct chariot daffodil ribbon height leave zigzag");
  });

  it("are read however they are written down", () => {
    const key = keyOf(new Uint8Array(16).fill(7));
    const [first, ...rest] = toWords(key);
    expect(fromWords(`1. ${first!.toUpperCase()},\n  ${rest.join(";  ")}.`)).toBe(key);
  });

  it("are refused with what is wrong", () => {
    const words = toWords(keyOf(new Uint8Array(16).fill(7)));
    expect(why(words.slice(1).join(" "))).toBe("count");
    expect(why([...words.slice(1), "vistula"].join(" "))).toBe("word vistula");
    const swapped = [...words];
    const last = WORDS.indexOf(words[11]!);
    swapped[11] = WORDS[last ^ 1]!;
    expect(why(swapped.join(" "))).toBe("sum");
  });
});

describe("the list", () => {
  it("has 2,048 words, none of them one letter from another", () => {
    expect(new Set(WORDS).size).toBe(2048);
    expect([...WORDS].sort()).toEqual(WORDS);
    const pairs = WORDS.flatMap((one, n) => WORDS.slice(n + 1).filter((other) => near(one, other)).map((other) => `${one} ${other}`));
    expect(pairs).toEqual([]);
  });
});
