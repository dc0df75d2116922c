/** Tabs of the apps that can connect. */
"use client"

import { Tabs } from "radix-ui"
import type { ReactNode } from "react"

type Props = { apps: { name: string; steps: ReactNode }[] }

export function SetUpTabs({ apps }: Props) {
  return (
    <Tabs.Root defaultValue={apps[0]?.name ?? ""} className="min-w-0">
      <Tabs.List aria-label="App" className="mb-3 flex flex-wrap gap-1">
        {apps.map(({ name }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover data-[state=active]:bg-accent-wash data-[state=active]:text-text"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {apps.map(({ name, steps }) => (
        // Hidden tabs are on the page for browsers without scripts.
        <Tabs.Content
          key={name}
          value={name}
          forceMount
          className="data-[state=inactive]:hidden noscript:data-[state=inactive]:block"
        >
          {steps}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
