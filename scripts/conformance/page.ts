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
`
}

const versionOf = (name: string) =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version as string
