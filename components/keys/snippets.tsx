/** Code snippets for a first API request with a key. */
"use client"

import { Tabs } from "radix-ui"
import { CodeBlock } from "@/components/ui/code-block"
import { firstRequests } from "./first-request"

export function Snippets({ secret, baseUrl }: { secret: string; baseUrl: string }) {
  const url = `${baseUrl}/api/v1/clients?limit=25`
  return (
    <Tabs.Root defaultValue="curl" className="min-w-0">
      <Tabs.List aria-label="Language" className="mb-2 flex gap-1">
        {Object.keys(firstRequests).map((language) => (
          <Tabs.Trigger
            key={language}
            value={language}
            className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover data-[state=active]:bg-accent-wash data-[state=active]:text-text"
          >
            {language}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {Object.entries(firstRequests).map(([language, write]) => (
        <Tabs.Content key={language} value={language}>
          <CodeBlock code={write(secret, url)} label={`First request with ${language}`} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
