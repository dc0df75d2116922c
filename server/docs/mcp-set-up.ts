/** How to connect each app over MCP, as Markdown. */
import { type AppGuide, appGuides } from "@/domain/connections/app-guides"
import { connectorUrl } from "@/domain/connections/settings"

export const mcpSetUp = () => `# Connect an assistant

Assistants work with the data of a Signalbox team through the [Model Context Protocol](https://modelcontextprotocol.io). Enter this URL in
your app:

\`\`\`
${connectorUrl()}
\`\`\`

The app opens Signalbox in your browser. Sign in, choose a team, and allow access. The team needs the plan Pro, Agency or Scale.

An app can only read, unless "Write actions" is on in the team and you allow changes when you connect. You can disconnect an app under Settings -> API -> MCP.
[The connector](/docs/mcp-connector) describes the tools.

${appGuides(connectorUrl()).map(appSection).join("\n\n")}
`

const appSection = ({ name, steps, code, note }: AppGuide) =>
  [
    `## ${name}`,
    steps.map((step, i) => `${i + 1}. ${step}`).join("\n"),
    code && `\`\`\`${code.language}\n${code.text}\n\`\`\``,
    note,
  ]
    .filter(Boolean)
    .join("\n\n")
