/** `npm test`: runs all tests, including those in a real browser, and ends with one line of totals. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runTool } from "./check/tool"
import { commandLine, parsed } from "./command-line"
import { buildIfStale } from "./start/build"
import { ensureBrowser } from "./test/browser"
import { type Counts, countPlaywright, countVitest, summary } from "./test/counts"
import { secretsIn } from "./test/leaks"
import { UserError } from "./user-error"

/** Returns the exit code: 1 when a test failed, 2 when the command line was wrong. */
export async function run(args: string[]) {
  const options = parsed(program(), args)
  if (typeof options === "number") return options
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const wasBuilt = await attempt("The pages", () => buildIfStale())
  const counts = [await unitTests(), wasBuilt === null ? failedOnce : await browserTests(), leakTest()]
  console.log(summary(counts))
  return counts.some(({ failed }) => failed > 0) ? 1 : 0
}

const program = () =>
  commandLine("npm test", {
    description:
      "Build the pages and run every test: unit tests, tests with a Postgres of their own, and tests in a browser.\n" +
      "Needs no setup. A browser is downloaded when this machine has none; CHROMIUM_PATH names one of yours.",
    examples: ["npm test", "npx vitest run domain/keys --project product    only the tests of one folder or file"],
  })

/** The folder for this run's reports and logs. `leakTest` searches the logs for secrets. */
const FOLDER = ".build/test"
const failedOnce: Counts = { passed: 0, failed: 1, skipped: 0 }

async function unitTests() {
  const report = join(FOLDER, "vitest.json")
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const isFine = await logged("vitest", args)
  return countVitest(report, isFine)
}

async function browserTests() {
  const CHROMIUM_PATH = await attempt("The browser", ensureBrowser)
  if (CHROMIUM_PATH === null) return failedOnce
  const report = join(FOLDER, "playwright.json")
  const isFine = await logged("playwright", ["test"], { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  return countPlaywright(report, isFine)
}

function leakTest(): Counts {
  const leaks = secretsIn(FOLDER)
  for (const leak of leaks) console.error(`A secret stands in a log of this run: ${leak}`)
  return leaks.length === 0 ? { passed: 1, failed: 0, skipped: 0 } : failedOnce
}

async function logged(tool: string, args: string[], env: Record<string, string> = {}) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}
  const options = { echo: true, env: { ...colour, ...env, SIGNALBOX_LOG_FOLDER: FOLDER } }
  const { isFine, output } = await runTool(tool, args, options)
  writeFileSync(join(FOLDER, `${tool}.log`), output)
  return isFine
}

/** Returns the result of the work. Prints the error and returns null when it fails. */
async function attempt<Result>(what: string, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    console.error(`${what}: ${error instanceof UserError ? error.message : error}`)
    return null
  }
}
