/** Formats the results of the conformance suite as docs/conformance.md. */
import { readFileSync } from "node:fs"
import type { Outcome, ScenarioOutcome } from "./run-suite"

export function formatPage(outcomes: Outcome[], scenarios: ScenarioOutcome[]): string {
  const version = readVersion("@modelcontextprotocol/conformance")
  const rows = outcomes.map(({ revision, passed, failed, alsoPassed }) => {
    const scoredResult = `${passed.length} of ${passed.length + failed.length}`
    return `| ${revision} | ${scoredResult} | ${failed.toSorted().join(", ") || "none"} | ${alsoPassed.join(", ")} |`
  })
  return `# MCP conformance

\`npm run conformance\` writes this page. It runs the official suite (\`@modelcontextprotocol/conformance\` ${version}) against the
product's server with \`@modelcontextprotocol/server\` ${readVersion("@modelcontextprotocol/server")}. The suite calls tools by name, so the server adds them with
\`MCP_CONFORMANCE=1\`, which is refused in production. A proxy adds a real access token to each request.

| Revision | Required scenarios that pass | Required scenarios that fail | Also pass, not scored |
|---|---|---|---|
${rows.join("\n")}

The scenarios that fail need a session, because the server asks the client a question during a call. Signalbox is stateless. In the
revision 2026-07-28 such questions need no session.

## Without the fixtures

These scenarios apply to every server, so they also run against the product without the fixtures. Four checks of server-stateless fail because
they call a diagnostic tool, and the suite reports them as not testable. A warning means that a check does not apply: the server has no sessions
and no tool of the fixtures. Scenarios without any check that applies have zeros only.

| Revision | Scenario | Checks that pass | Checks that fail | Warnings |
|---|---|---|---|---|
${scenarios.map(scenarioRow).join("\n")}

## The authorization server and the built app

\`e2e/mcp-conformance.test.ts\` runs the suite's two scenarios for authorization servers against the built app. A user answers the consent page in a
real browser. 2 of 2 scenarios pass with \`--resource\`, and 2 of 2 without. The test also runs all scenarios of the table above against the
built app, and expects the same results.
`
}

/** A row of the table of scenarios without the fixtures. */
export const scenarioRow = ({ revision, scenario, passed, failed, warnings }: ScenarioOutcome) =>
  `| ${revision} | ${scenario} | ${passed} | ${failed} | ${warnings} |`

const readVersion = (name: string) =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version as string
