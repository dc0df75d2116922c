/** Reads the reports of Vitest and Playwright and adds up their results. */
import { existsSync, readFileSync } from "node:fs"

export type Counts = { passed: number; failed: number; skipped: number }

/** The last line of `npm test`. */
export function summary(all: Counts[]) {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : ""
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped}`
}

/** A file that fails to load has no tests and counts as one failure. */
export function countVitest(report: string, succeeded: boolean): Counts {
  const { testResults = [], ...run } = read<VitestReport>(report)
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
  const skipped = (run.numPendingTests ?? 0) + (run.numTodoTests ?? 0)
  return withCrash({ passed: run.numPassedTests ?? 0, failed: (run.numFailedTests ?? 0) + broken, skipped }, succeeded)
}

/** `errors` are errors outside of tests, such as a server that did not start. Each counts as a failure. */
export function countPlaywright(report: string, succeeded: boolean): Counts {
  const { stats, errors = [] } = read<PlaywrightReport>(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  return withCrash({ passed: expected, failed: unexpected + flaky + errors.length, skipped }, succeeded)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

function read<Report>(path: string): Partial<Report> {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
}

/** Counts one failure for a run that failed without a failed test, for example because it crashed or found no tests. */
function withCrash(counts: Counts, succeeded: boolean): Counts {
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
