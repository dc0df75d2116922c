/** Instructions for connecting an app, one tab for each. */
"use client"

import { Tabs } from "radix-ui"
import type { ReactNode } from "react"
import { CodeBlock } from "@/components/ui/code-block"

type Guide = { name: string; code?: string; children: ReactNode }

const asJson = (value: object) => JSON.stringify(value, null, 2)

const guides = (url: string): Guide[] => [
  {
    name: "Claude",
    code: `claude mcp add --transport http signalbox ${url}`,
    children: (
      <>
        In Claude, open Settings -&gt; Connectors, choose <strong>Add custom connector</strong>, and enter the connector
        URL. Claude runs in the cloud, so the URL must be reachable from the internet. In Claude Code, run this command,
        and then <code>/mcp</code> to sign in:
      </>
    ),
  },
  {
    name: "ChatGPT",
    children: (
      <>
        In ChatGPT, open Settings -&gt; Apps &amp; Connectors, switch on developer mode under Advanced settings, choose{" "}
        <strong>Create</strong>, enter the connector URL, and select OAuth. ChatGPT runs in the cloud, so the URL must
        be reachable from the internet.
      </>
    ),
  },
  {
    name: "Cursor",
    code: asJson({ mcpServers: { signalbox: { url } } }),
    children: (
      <>
        Add this to <code>~/.cursor/mcp.json</code>, then open Settings -&gt; MCP in Cursor and sign in:
      </>
    ),
  },
  {
    name: "VS Code",
    code: asJson({ servers: { signalbox: { type: "http", url } } }),
    children: (
      <>
        Add this to <code>.vscode/mcp.json</code>, or run the command <strong>MCP: Add Server</strong>. VS Code asks you
        to sign in:
      </>
    ),
  },
  {
    name: "Inspector",
    code: "npx @modelcontextprotocol/inspector",
    children: (
      <>
        Run this command. In the page that opens, choose the transport <strong>Streamable HTTP</strong>, enter the
        connector URL, and connect:
      </>
    ),
  },
]

export function SetUpApp({ url }: { url: string }) {
  const all = guides(url)
  return (
    <Tabs.Root defaultValue="Claude" className="min-w-0">
      <Tabs.List aria-label="App" className="mb-2 flex flex-wrap gap-1">
        {all.map(({ name }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover data-[state=active]:bg-accent-wash data-[state=active]:text-text"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {all.map(({ name, code, children }) => (
        <Tabs.Content key={name} value={name} className="grid grid-cols-1 gap-2">
          <p className="max-w-[68ch]">{children}</p>
          {code && <CodeBlock code={code} label={`Set-up of ${name}`} />}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
