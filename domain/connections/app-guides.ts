/** How to connect each app over MCP. */
import { isLoopbackHost } from "@/domain/security/loopback"

export type AppGuide = { name: string; steps: string[]; code?: { language: string; text: string }; note?: string }

const json = (value: object) => ({ language: "json", text: JSON.stringify(value, null, 2) })
const shell = (text: string) => ({ language: "sh", text })

/**
 * The steps are Markdown. `url` is the connector URL. If it is an address of this machine, the apps that can reach it
 * come first.
 */
export function appGuides(url: string): AppGuide[] {
  if (!isLoopbackHost(new URL(url).hostname))
    return guides(url, "runs in the cloud, so the connector URL must be reachable from the internet.")
  const cannotReach = "runs in the cloud and cannot reach this address. Make Signalbox available at a public URL first."
  return guides(url, cannotReach).toSorted((a, b) => Number(Boolean(a.note)) - Number(Boolean(b.note)))
}

const guides = (url: string, cloudNote: string): AppGuide[] => [
  {
    name: "Claude",
    steps: [
      "Open Settings -> Connectors in Claude.",
      "Choose **Add custom connector**, and enter the connector URL.",
      "Sign in to Signalbox, choose the team, and allow access.",
    ],
    note: `Claude ${cloudNote}`,
  },
  {
    name: "Claude Code",
    code: shell(`claude mcp add --transport http signalbox ${url}`),
    steps: ["Run this command.", "Run `/mcp` in Claude Code to sign in."],
  },
  {
    name: "ChatGPT",
    steps: [
      "Open Settings -> Apps & Connectors in ChatGPT, and switch on developer mode under Advanced settings.",
      "Choose **Create**, enter the connector URL, and select OAuth.",
      "Sign in to Signalbox, choose the team, and allow access.",
    ],
    note: `ChatGPT ${cloudNote}`,
  },
  {
    name: "Cursor",
    code: json({ mcpServers: { signalbox: { url } } }),
    steps: ["Add this to `~/.cursor/mcp.json`.", "Open Settings -> MCP in Cursor, and sign in."],
  },
  {
    name: "VS Code",
    code: json({ servers: { signalbox: { type: "http", url } } }),
    steps: ["Add this to `.vscode/mcp.json`, or run the command **MCP: Add Server**.", "VS Code asks you to sign in."],
  },
  {
    name: "Inspector",
    code: shell("npx @modelcontextprotocol/inspector"),
    steps: [
      "Run this command.",
      "In the page that opens, choose the transport **Streamable HTTP**, and enter the connector URL.",
      "Connect, and sign in.",
    ],
  },
]
