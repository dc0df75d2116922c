/** Reads the reports of Vitest and Playwright, adds up their results, and lists what failed. */
import { existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { maskSecrets } from "./leaks"

/** Each text of `failures` names one failed test and says why it failed. */
export type Counts = { passed: number; failures: string[]; skipped: number }

/** Returns the last lines of `npm test`: what failed, then the totals. */
export function summarize(allCounts: Counts[]) {
  const failures = allCounts.flatMap((counts) => counts.failures)
  const sum = (key: "passed" | "skipped") => allCounts.reduce((total, counts) => total + counts[key], 0)
  const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : ""
  const totals = `${sum("passed")} passed, ${failures.length} failed${skipped}`
  return failures.length === 0 ? totals : `What failed:\n\n${failures.join("\n")}\n\n${totals}`
}

/** A file that fails to load has no tests and counts as one failure. */
export function countVitest(report: string, succeeded: boolean): Counts {
  const { testResults = [], ...run } = readReport<VitestReport>(report)
  const failures = testResults
    .filter((file) => file.status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failed = assertionResults.filter((test) => test.status === "failed")
      if (failed.length === 0) return [describeFailure(file, message)]
      return failed.map((test) => describeFailure(`${file}: ${test.fullName}`, test.failureMessages.join("\n")))
    })
  const skipped = (run.numPendingTests ?? 0) + (run.numTodoTests ?? 0)
  return addCrash({ passed: run.numPassedTests ?? 0, failures, skipped }, "Vitest", succeeded)
}

/** `errors` are errors outside of tests, such as a server that did not start. Each counts as a failure. */
export function countPlaywright(report: string, succeeded: boolean): Counts {
  const { stats, suites = [], errors = [] } = readReport<PlaywrightReport>(report)
  const { expected = 0, skipped = 0 } = stats ?? {}
  const failedTests = suites
    .flatMap(specsIn)
    .flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(
          ({ results }) =>
            describeFailure(`e2e/${spec.file}: ${spec.title}`, firstErrorIn(results)) + describePage(results),
        ),
    )
  const failures = [...failedTests, ...errors.map(({ message }) => describeFailure("Playwright", message))]
  return addCrash({ passed: expected, failures, skipped }, "Playwright", succeeded)
}

type VitestReport = {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: VitestAssertion[] }[]
}
type VitestAssertion = { status: string; fullName: string; failureMessages: string[] }

type PlaywrightReport = {
  stats: { expected: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message: string }[]
}
type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }
type PlaywrightSpec = { title: string; file: string; tests: { status: string; results: PlaywrightResult[] }[] }
type PlaywrightResult = { errors: { message: string }[]; attachments?: { name: string; path?: string }[] }

const specsIn = (suite: PlaywrightSuite): PlaywrightSpec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]

const firstErrorIn = (results: PlaywrightResult[]) => results.flatMap(({ errors }) => errors)[0]?.message ?? ""

/** What the page showed when the test failed: its parts and texts, which Playwright writes to a file. */
function describePage(results: PlaywrightResult[]) {
  const attachments = results.flatMap((result) => result.attachments ?? [])
  const path = attachments.find(({ name }) => name === "error-context")?.path
  if (!path || !existsSync(path)) return ""
  const [, snapshot = ""] = readFileSync(path, "utf8").split("# Page snapshot")
  const [, block = ""] = snapshot.split("```")
  const [, ...page] = maskSecrets(block).trim().split("\n")
  return indent(["The page:", ...page.slice(0, maxPageLines)])
}

const maxPageLines = 150

/** The name of the test and the first lines of its error, without the colors of a terminal. */
function describeFailure(test: string, error: string) {
  const lines = stripVTControlCharacters(error).split("\n").slice(0, 12)
  return test + indent(lines)
}

const indent = (lines: string[]) => lines.map((line) => `\n    ${line}`).join("")

function readReport<Report>(path: string): Partial<Report> {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
}

/** Adds one failure to a run that failed without a failed test, for example because it crashed or found no tests. */
function addCrash(counts: Counts, runner: string, succeeded: boolean): Counts {
  if (succeeded || counts.failures.length > 0) return counts
  return { ...counts, failures: [`${runner} failed outside of its tests. Its output above says why.`] }
}
