/**
 * How long a test waits for an event that must happen, even on a busy machine (milliseconds). The configuration sets
 * the same limit for `expect.poll`.
 */
export const longWait = { timeout: 600_000, interval: 20 }
