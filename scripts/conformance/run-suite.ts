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

type ProductSet = { revision: string; scenarios: string[] }
export type ScenarioOutcome = {
  revision: string
  scenario: string
  passed: number
  failed: number
  warnings: number
  isExpected: boolean
}

/** The scenarios that apply to every server, also to one without the fixtures. */
export const productSets: ProductSet[] = [
  {
    revision: "2026-07-28",
    scenarios: [
      "tools-list",
      "resources-list",
      "prompts-list",
      "sep-2164-resource-not-found",
      "caching",
      "dns-rebinding-protection",
      "server-sse-multiple-streams",
      "http-header-validation",
      "input-required-result-unsupported-methods",
      "input-required-result-validate-input",
      "input-required-result-ignore-extra-params",
      "input-required-result-missing-input-response",
      "server-stateless",
    ],
  },
  {
    revision: "2025-11-25",
    scenarios: [
      "server-initialize",
      "ping",
      "tools-list",
      "resources-list",
      "prompts-list",
      "dns-rebinding-protection",
      "server-sse-multiple-streams",
      "server-session-lifecycle",
      "server-sse-polling",
    ],
  },
]

/** Checks that call a fixture, by scenario. They fail without the fixtures. */
const checksOfFixtures: Record<string, number> = { "server-stateless": 4 }

/** Runs scenarios one by one against a server without the fixtures. */
export async function runScenarios(url: string, { revision, scenarios }: ProductSet): Promise<ScenarioOutcome[]> {
  const outcomes: ScenarioOutcome[] = []
  for (const scenario of scenarios) {
    const args = [program, "server", "--url", url, "--scenario", scenario, "--spec-version", revision]
    const printed = await runProgram(args)
    const counts = /Passed: (\d+)\/\d+, (\d+) failed, (\d+) warnings/.exec(printed)
    if (!counts) throw new UserError(`The scenario ${scenario} reported no result.\n${printed.slice(-2_000)}`)
    const [passed = 0, failed = 0, warnings = 0] = counts.slice(1).map(Number)
    const isExpected = failed === (checksOfFixtures[scenario] ?? 0)
    outcomes.push({ revision, scenario, passed, failed, warnings, isExpected })
  }
  return outcomes
}

const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

export async function runSuite(url: string, { revision, expectedFailures, alsoRequired }: SuiteSet): Promise<Outcome> {
  const printed = await runProgram([program, "server", "--url", url, "--requirements", revision])
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

/** Returns the output. Ignores the exit code, which is 1 when a scenario fails. */
const runProgram = (args: string[]) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    let printed = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
    })
    child.once("error", reject).once("close", () => resolve(printed))
  })
