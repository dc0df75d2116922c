/**
 * `npm run conformance`: runs the official conformance suite of MCP against the product's server on a temporary
 * database, and writes the result to docs/conformance.md. The suite cannot send a token, so a proxy adds one.
 */
import { writeFileSync } from "node:fs"
import { disconnect } from "@/prisma/client"
import { commandLine, parseOptions } from "./command-line"
import { startEndpoint } from "./conformance/endpoint"
import { formatPage } from "./conformance/page"
import {
  type Outcome,
  productSets,
  runScenarios,
  runSuite,
  type ScenarioOutcome,
  suiteSets,
} from "./conformance/run-suite"
import { startTemporaryDatabase } from "./temporary-database"

const path = "docs/conformance.md"

/** Returns 1 if a scenario fails that should pass, or passes that was expected to fail. */
export async function run(args: string[]) {
  const options = parseOptions(program(), args)
  if (typeof options === "number") return options
  const database = await startTemporaryDatabase()
  const endpoint = await startEndpoint()
  try {
    const scenarios: ScenarioOutcome[] = []
    for (const set of productSets) scenarios.push(...(await runScenarios(endpoint.url, set)))
    process.env["MCP_CONFORMANCE"] = "1"
    const outcomes: Outcome[] = []
    for (const set of suiteSets) outcomes.push(await runSuite(endpoint.url, set))
    writeFileSync(path, formatPage(outcomes, scenarios))
    for (const { revision, passed, failed, unexpected } of outcomes)
      console.log(
        `${revision}: ${passed.length} of ${passed.length + failed.length} scenarios pass. ${unexpected.join(" ")}`,
      )
    const unexpected = scenarios.filter(({ isExpected }) => !isExpected)
    for (const { revision, scenario, failed } of unexpected)
      console.log(`${revision}: ${scenario} fails without the fixtures (checks that fail: ${failed}).`)
    return unexpected.length > 0 || outcomes.some((outcome) => outcome.unexpected.length > 0) ? 1 : 0
  } finally {
    endpoint.close()
    await disconnect()
    await database.stop()
  }
}

const program = () =>
  commandLine("npm run conformance", {
    description: `Run the official conformance suite of MCP against the server, and write the result to ${path} (1 minute).`,
    examples: ["npm run conformance"],
  })
