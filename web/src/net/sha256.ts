/** SHA-256 in a few lines: browsers offer theirs only to pages that come over TLS, and a table may be in a home network. */

const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0)).slice(0, 64);
const part = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((p) => part(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => part(Math.sqrt(p)));
const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

export function sha256(body: Uint8Array): string {
  const length = (((body.length + 8) >> 6) + 1) << 6;
  const padded = new DataView(new ArrayBuffer(length));
  body.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(body.length, 0x80);
  padded.setUint32(length - 4, body.length * 8);
  let state = START;
  for (let at = 0; at < length; at += 64) state = block(state, padded, at);
  return hex(new Uint8Array(state.flatMap((word) => [word >>> 24, word >>> 16, word >>> 8, word])));
}

function block(start: number[], body: DataView, at: number): number[] {
  const w = Array.from({ length: 16 }, (_, i) => body.getInt32(at + 4 * i));
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    w[i] = (w[i - 16]! + w[i - 7]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = start as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + start[i]!) | 0);
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
