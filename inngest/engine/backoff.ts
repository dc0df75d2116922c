/** Default delay before the next attempt: 10 s, doubled with each attempt up to 1 h, plus up to 20% jitter. */
export const defaultBackoffMs = (attempt: number, random = Math.random) =>
  Math.min(10_000 * 2 ** attempt, 3_600_000) * (1 + random() / 5)
