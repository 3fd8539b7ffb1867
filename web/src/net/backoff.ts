/** How long to wait before the next attempt, in milliseconds: doubling, with some chance, at most 15 seconds. */
export function backoff(attempt: number, chance: number = Math.random()): number {
  const base = Math.min(15000, 400 * 2 ** attempt);
  return Math.round(base * (0.7 + chance * 0.6));
}
