/** How much a test does: what `npm test` has time for, or with SIGNALBOX_TEST_SIZE=full what the acceptance tests ask (CONTRIBUTING.md). */

export const isFullSize = process.env["SIGNALBOX_TEST_SIZE"] === "full"

export const sized = (usual: number, full: number) => (isFullSize ? full : usual)

/** Says what was measured, at full size. */
export function tell(what: string, figures: unknown) {
  if (isFullSize) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)
}
