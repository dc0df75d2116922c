/** How long a failed attempt waits for the next, where the function does not say: 10 s, 20 s, 40 s ... one hour, and up to a fifth more. */
export const defaultBackoffMs = (attempt: number, random = Math.random) =>
  Math.min(10_000 * 2 ** attempt, 3_600_000) * (1 + random() / 5)
