/**
 * Runs the scenarios that one revision of the protocol requires, and reads their results from the output of the suite.
 */
import { spawn } from "node:child_process"
import { UserError } from "../user-error"

type SuiteSet = {
  revision: string
  expectedFailures: string[]
  /** Scenarios that the suite does not score, but that must pass here. */
  alsoRequired: string[]
}
export type Outcome = {
  revision: string
  passed: string[]
  failed: string[]
  alsoPassed: string[]
  /** Scenarios that fail but should pass, and those that pass but were expected to fail. */
  unexpected: string[]
}

/** The revisions of the protocol that are tested. */
export const suiteSets: SuiteSet[] = [
  {
    revision: "2026-07-28",
    expectedFailures: [],
    alsoRequired: ["http-header-validation", "json-schema-2020-12"],
  },
  {
    revision: "2025-11-25",
    // These need a session: the server asks the client something during a call.
    expectedFailures: [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
    ],
    alsoRequired: ["json-schema-2020-12"],
  },
]

const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

export async function runSuite(url: string, { revision, expectedFailures, alsoRequired }: SuiteSet): Promise<Outcome> {
  const printed = await outputOf([program, "server", "--url", url, "--requirements", revision])
  // The summary has one line per scenario, such as "✓ tools-list: 3 passed". Unscored ones follow as "  ✓ name (…".
  const [, summary = ""] = printed.split("=== SUMMARY ===")
  const results = new Map(
    [...summary.matchAll(/^([✓✗]) ([\w-]+): \d+ passed/gm)].map(([, mark, name = ""]) => [name, mark === "✓"]),
  )
  if (results.size === 0) throw new UserError(`The conformance suite reported no result.\n${printed.slice(-2_000)}`)
  const unscored = new Set([...summary.matchAll(/^ {2}[✓✗] ([\w-]+) \(/gm)].map(([, name]) => name))
  const scored = [...results].filter(([name]) => !unscored.has(name))
  const passed = scored.filter(([, hasPassed]) => hasPassed).map(([name]) => name)
  const failed = scored.filter(([, hasPassed]) => !hasPassed).map(([name]) => name)
  const alsoPassed = alsoRequired.filter((name) => results.get(name))
  const unexpected = [
    ...failed.filter((name) => !expectedFailures.includes(name)),
    ...passed.filter((name) => expectedFailures.includes(name)),
    ...alsoRequired.filter((name) => !alsoPassed.includes(name)),
  ]
  return { revision, passed, failed, alsoPassed, unexpected }
}

/** The suite exits with 1 when a scenario fails, so its exit code is ignored. */
const outputOf = (args: string[]) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    let printed = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
    })
    child.once("error", reject).once("close", () => resolve(printed))
  })
