/** Tabs that switch between panels of one page. */
"use client"

import { Tabs as TabsPrimitive } from "radix-ui"
import type { ReactNode } from "react"

type Props = {
  /** Names the tabs for screen readers. */
  label: string
  panels: { name: string; content: ReactNode }[]
  /** The name of the open tab, if the caller controls it. Otherwise, the first one is open at first. */
  value?: string
  onValueChange?: (name: string) => void
}

export function Tabs({ label, panels, value, onValueChange }: Props) {
  const open = value === undefined ? { defaultValue: panels[0]?.name ?? "" } : { value }
  return (
    <TabsPrimitive.Root {...open} {...(onValueChange && { onValueChange })} className="min-w-0">
      <TabsPrimitive.List aria-label={label} className="mb-2 flex flex-wrap gap-1">
        {panels.map(({ name }) => (
          <TabsPrimitive.Trigger
            key={name}
            value={name}
            className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover data-[state=active]:bg-accent-wash data-[state=active]:text-text"
          >
            {name}
          </TabsPrimitive.Trigger>
        ))}
      </TabsPrimitive.List>
      {panels.map(({ name, content }) => (
        // Hidden panels are on the page for search engines and for browsers without scripts.
        <TabsPrimitive.Content
          key={name}
          value={name}
          forceMount
          className="data-[state=inactive]:hidden noscript:data-[state=inactive]:block"
        >
          {content}
        </TabsPrimitive.Content>
      ))}
    </TabsPrimitive.Root>
  )
}
