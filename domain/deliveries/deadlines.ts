/** How long each stretch of a request may take, in milliseconds. */
export const deadlines = {
  dnsMs: 3_000,
  connectMs: 5_000,
  tlsMs: 5_000,
  /** from the request on its way to the first byte of the answer */
  firstByteMs: 10_000,
  /** of everything, the answer's body included */
  totalMs: 15_000,
}

export type Deadlines = typeof deadlines
