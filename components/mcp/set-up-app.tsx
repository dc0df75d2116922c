/** How to connect each app, as numbered steps that open one app at a time. */
import type { ReactNode } from "react"
import { CodeBlock } from "@/components/ui/code-block"

type Guide = { name: string; steps: ReactNode[]; code?: string }

const asJson = (value: object) => JSON.stringify(value, null, 2)
const fromTheInternet = "runs in the cloud, so the connector URL must be reachable from the internet."

const guides = (url: string): Guide[] => [
  {
    name: "Claude",
    steps: [
      "Open Settings -> Connectors in Claude.",
      <>
        Choose <strong>Add custom connector</strong>, and enter the connector URL.
      </>,
      "Sign in to Signalbox, choose the team, and allow access.",
      `Claude ${fromTheInternet}`,
    ],
  },
  {
    name: "Claude Code",
    code: `claude mcp add --transport http signalbox ${url}`,
    steps: [
      "Run this command.",
      <>
        Run <code>/mcp</code> in Claude Code to sign in.
      </>,
    ],
  },
  {
    name: "ChatGPT",
    steps: [
      "Open Settings -> Apps & Connectors in ChatGPT, and switch on developer mode under Advanced settings.",
      <>
        Choose <strong>Create</strong>, enter the connector URL, and select OAuth.
      </>,
      "Sign in to Signalbox, choose the team, and allow access.",
      `ChatGPT ${fromTheInternet}`,
    ],
  },
  {
    name: "Cursor",
    code: asJson({ mcpServers: { signalbox: { url } } }),
    steps: [
      <>
        Add this to <code>~/.cursor/mcp.json</code>.
      </>,
      "Open Settings -> MCP in Cursor, and sign in.",
    ],
  },
  {
    name: "VS Code",
    code: asJson({ servers: { signalbox: { type: "http", url } } }),
    steps: [
      <>
        Add this to <code>.vscode/mcp.json</code>, or run the command <strong>MCP: Add Server</strong>.
      </>,
      "VS Code asks you to sign in.",
    ],
  },
  {
    name: "Inspector",
    code: "npx @modelcontextprotocol/inspector",
    steps: [
      "Run this command.",
      <>
        In the page that opens, choose the transport <strong>Streamable HTTP</strong>, and enter the connector URL.
      </>,
      "Connect, and sign in.",
    ],
  },
]

export function SetUpApp({ url }: { url: string }) {
  return (
    <div className="divide-y divide-line rounded-box border border-line bg-surface">
      {guides(url).map(({ name, steps, code }) => (
        <details key={name} name="set-up-app">
          <summary className="px-4 py-2.5 font-strong hover:bg-hover">{name}</summary>
          <div className="grid grid-cols-1 gap-3 px-4 pt-1 pb-4">
            <ol className="list-decimal space-y-1 pl-5">
              {steps.map((step, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order
                <li key={n} className="max-w-[68ch]">
                  {step}
                </li>
              ))}
            </ol>
            {code && <CodeBlock code={code} label={`Set-up of ${name}`} />}
          </div>
        </details>
      ))}
    </div>
  )
}
