/** `npm test`: runs all tests, including those in a real browser, and ends with one line of totals. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { runTool } from "./check/tool"
import { commandLine, parseOptions } from "./command-line"
import { buildIfStale } from "./start/build"
import { ensureBrowser } from "./test/browser"
import { type Counts, countPlaywright, countVitest, summarize } from "./test/counts"
import { findSecrets } from "./test/leaks"
import { durationLabel, typicalMs } from "./test/progress"
import { UserError } from "./user-error"

/** Returns the exit code: 1 when a test failed, 2 when the command line was wrong. */
export async function run(args: string[]) {
  const options = parseOptions(program(), args)
  if (typeof options === "number") return options
  rmSync(runFolder, { recursive: true, force: true })
  mkdirSync(runFolder, { recursive: true })
  const totalMs = Object.values(typicalMs).reduce((sum, ms) => sum + ms, 0)
  console.log(`npm test runs 4 steps, ${durationLabel(totalMs)} on two idle cores.`)
  announce(1, "build of the pages", typicalMs.build)
  const build = await attempt("The build of the pages", buildIfStale)
  announce(2, "unit tests, and tests with a Postgres of their own", typicalMs.unitTests)
  const unit = await runUnitTests()
  announce(3, "browser tests", typicalMs.browserTests)
  const browser = "error" in build ? countFailure(build.error) : await runBrowserTests()
  announce(4, "search of the logs of this run for secrets", typicalMs.leakTest)
  const counts = [unit, browser, searchForSecrets()]
  console.log(summarize(counts))
  return counts.some(({ failures }) => failures.length > 0) ? 1 : 0
}

const announce = (number: number, step: string, ms: number) =>
  console.log(`\nStep ${number} of 4: ${step}, ${durationLabel(ms)} on two idle cores\n`)

const program = () =>
  commandLine("npm test", {
    description:
      "Build the pages and run every test: unit tests, tests with a Postgres of their own, and tests in a browser.\n" +
      "Needs no setup. A browser is downloaded if this machine has none. CHROMIUM_PATH selects your own.",
    examples: ["npm test", "npx vitest run domain/keys    only the tests of one folder or file"],
  })

/** The folder for this run's reports and logs. `searchForSecrets` searches the logs for secrets. */
const runFolder = ".build/test"
const countFailure = (failure: string): Counts => ({ passed: 0, failures: [failure], skipped: 0 })

async function runUnitTests() {
  const report = join(runFolder, "vitest.json")
  const reporters = ["default", "json", "./scripts/test/vitest-progress.ts"].map((name) => `--reporter=${name}`)
  const args = ["run", ...reporters, `--outputFile.json=${report}`]
  const succeeded = await runWithLog("vitest", args)
  return countVitest(report, succeeded)
}

async function runBrowserTests() {
  const browser = await attempt("The search for a browser", ensureBrowser)
  if ("error" in browser) return countFailure(browser.error)
  const report = join(runFolder, "playwright.json")
  const env = { CHROMIUM_PATH: browser.result, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const succeeded = await runWithLog("playwright", ["test"], env)
  return countPlaywright(report, succeeded)
}

function searchForSecrets(): Counts {
  const failures = findSecrets(runFolder).map((leak) => `A log of this run contains a secret: ${leak}`)
  return { passed: failures.length === 0 ? 1 : 0, failures, skipped: 0 }
}

/** Runs the tool and writes its output to the folder of this run. Returns whether it succeeded. */
async function runWithLog(tool: string, args: string[], env: Record<string, string> = {}) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}
  // The tests start hundreds of Node processes. With the cache, these do not compile the same packages again.
  const cache = { NODE_COMPILE_CACHE: resolve(".build/compile-cache") }
  const options = { echo: true, env: { ...color, ...cache, ...env, SIGNALBOX_LOG_FOLDER: runFolder } }
  const { succeeded, output } = await runTool(tool, args, options)
  writeFileSync(join(runFolder, `${tool}.log`), output)
  return succeeded
}

/** Returns the result of the work, or the text of its error. */
async function attempt<Result>(
  workName: string,
  work: () => Promise<Result>,
): Promise<{ result: Result } | { error: string }> {
  try {
    return { result: await work() }
  } catch (error) {
    return { error: `${workName} failed: ${error instanceof UserError ? error.message : error}` }
  }
}
