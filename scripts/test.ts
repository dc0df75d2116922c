/** `npm test`: every test there is, a real browser included, and one line at the end that adds them up. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runTool } from "./check/tool"
import { PlainFailure } from "./plain-failure"
import { buildIfStale } from "./start/build"
import { ensureBrowser } from "./test/browser"
import { type Counts, countPlaywright, countVitest, summary } from "./test/counts"
import { secretsIn } from "./test/leaks"

export async function run() {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const wasBuilt = await attempt("The pages", () => buildIfStale())
  const counts = [await unitTests(), wasBuilt === null ? failedOnce : await browserTests(), leakTest()]
  console.log(summary(counts))
  return counts.some(({ failed }) => failed > 0) ? 1 : 0
}

/** Where this run leaves its reports, and every log that must not contain a secret. */
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

/** Null when the work failed, which it then says. */
async function attempt<Result>(what: string, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    console.error(`${what}: ${error instanceof PlainFailure ? error.message : error}`)
    return null
  }
}
