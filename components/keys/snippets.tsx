/** Code snippets for a first API request with a key. */
"use client"

import { Tabs } from "radix-ui"
import { CodeBlock } from "@/components/ui/code-block"

const snippets = {
  curl: (secret: string, url: string) => `curl "${url}" \\
  -H "Authorization: Bearer ${secret}"`,
  Node: (_: string, url: string) => `// Set SIGNALBOX_KEY to the API key.
const response = await fetch("${url}", {
  headers: { Authorization: \`Bearer \${process.env.SIGNALBOX_KEY}\` },
})
const { data, meta } = await response.json()
console.log(meta.total, data.map((client) => client.name))`,
  Python: (_: string, url: string) => `# Set SIGNALBOX_KEY to the API key.
import json, os, urllib.request

request = urllib.request.Request("${url}")
request.add_header("Authorization", f"Bearer {os.environ['SIGNALBOX_KEY']}")
with urllib.request.urlopen(request) as response:
    body = json.load(response)
print(body["meta"]["total"], [client["name"] for client in body["data"]])`,
}

export function Snippets({ secret, baseUrl }: { secret: string; baseUrl: string }) {
  const url = `${baseUrl}/api/v1/clients?limit=25`
  return (
    <Tabs.Root defaultValue="curl" className="min-w-0">
      <Tabs.List aria-label="Language" className="mb-2 flex gap-1">
        {Object.keys(snippets).map((language) => (
          <Tabs.Trigger
            key={language}
            value={language}
            className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover data-[state=active]:bg-accent-wash data-[state=active]:text-text"
          >
            {language}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {Object.entries(snippets).map(([language, write]) => (
        <Tabs.Content key={language} value={language}>
          <CodeBlock code={write(secret, url)} label={`First request with ${language}`} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
