/** Runs the scenarios that one revision of the protocol requires, and reads their results. */
import { spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"

type SuiteSet = { revision: string; expectedFailures: string[] }
export type Outcome = {
  revision: string
  passed: string[]
  failed: string[]
  /** Scenarios that fail but should pass, and those that pass but were expected to fail. */
  unexpected: string[]
  /** Warnings of scenarios that pass. */
  warnings: string[]
}

const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

export async function runSuite(url: string, { revision, expectedFailures }: SuiteSet): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-conformance-"))
  try {
    await start([program, "server", "--url", url, "--requirements", revision, "-o", folder])
    const results = globSync(join(folder, "**", "checks.json")).map((file) => resultOf(file))
    const passed = results.filter(({ failures }) => failures.length === 0).map(({ scenario }) => scenario)
    const failed = results.filter(({ failures }) => failures.length > 0).map(({ scenario }) => scenario)
    const unexpected = [
      ...failed.filter((scenario) => !expectedFailures.includes(scenario)),
      ...passed.filter((scenario) => expectedFailures.includes(scenario)),
    ]
    return { revision, passed, failed, unexpected, warnings: results.flatMap(({ warnings }) => warnings) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The suite exits with 1 when a scenario fails, so the results decide. */
const start = (args: string[]) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] })
    child.once("error", reject).once("close", () => resolve())
  })

type Check = { id: string; status: string; errorMessage?: string }

/** The folder of a result is named after its scenario and the time. */
function resultOf(file: string) {
  const scenario = basename(dirname(file))
    .replace(/^server-(?=.*-\d{4}-)/, "")
    .replace(/-\d{4}-\d{2}-\d{2}T.*$/, "")
  const checks = JSON.parse(readFileSync(file, "utf8")) as Check[]
  const idsWith = (status: string) => checks.filter((check) => check.status === status).map(({ id }) => id)
  return { scenario, failures: idsWith("FAILURE"), warnings: idsWith("WARNING") }
}
