/**
 * Sets the size of tests: small for `npm test`, or the full acceptance size with SIGNALBOX_TEST_SIZE=full
 * (CONTRIBUTING.md).
 */

export const isFullSize = process.env["SIGNALBOX_TEST_SIZE"] === "full"

export const sized = (usual: number, full: number) => (isFullSize ? full : usual)

/** Prints a measurement, at full size only. */
export function printMeasurement(what: string, figures: unknown) {
  if (isFullSize) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)
}
