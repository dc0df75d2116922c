/** How long each phase of a request may take, in milliseconds. */
export const deadlines = {
  dnsMs: 3_000,
  connectMs: 5_000,
  tlsMs: 5_000,
  /** From the start of the request to the first byte of the response. */
  firstByteMs: 10_000,
  /** Of the whole request, including the response body. */
  totalMs: 15_000,
}

export type Deadlines = typeof deadlines
