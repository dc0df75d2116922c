/** Writes the results of the conformance suite as a page. */
import { readFileSync } from "node:fs"
import type { Outcome } from "./run-suite"

export function page(outcomes: Outcome[]): string {
  const version = versionOf("@modelcontextprotocol/conformance")
  const rows = outcomes.map(({ revision, passed, failed, alsoPassed }) => {
    const scored = `${passed.length} of ${passed.length + failed.length}`
    return `| ${revision} | ${scored} | ${failed.toSorted().join(", ") || "none"} | ${alsoPassed.join(", ")} |`
  })
  return `# MCP conformance

\`npm run conformance\` writes this page. It runs the official suite (\`@modelcontextprotocol/conformance\` ${version}) against the
product's server with \`@modelcontextprotocol/server\` ${versionOf("@modelcontextprotocol/server")}. The suite calls tools by name, so the server adds them with
\`MCP_CONFORMANCE=1\`, which is refused in production. A proxy adds a real access token to each request.

| Revision | Required scenarios that pass | Required scenarios that fail | Also pass, not scored |
|---|---|---|---|
${rows.join("\n")}

The scenarios that fail need a session, because the server asks the client a question during a call. Signalbox is stateless. In the
revision 2026-07-28 such questions need no session.

## The authorization server and the built app

\`e2e/mcp-conformance.test.ts\` runs the suite's two scenarios for authorization servers against the built app. A user answers the consent page in a
real browser. 2 of 2 scenarios pass with \`--resource\`, and 2 of 2 without. The test also runs the scenarios that need no fixtures against the
built app: tools-list, resources-list, prompts-list, caching and dns-rebinding-protection.
`
}

const versionOf = (name: string) =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version as string
