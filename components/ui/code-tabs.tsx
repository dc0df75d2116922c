/** Variants of the same code, such as languages, one tab for each. The browser stores the choice for all pages. */
"use client"

import { Tabs } from "radix-ui"
import { useSyncExternalStore } from "react"
import { CodeBlock } from "./code-block"

type Props = {
  /** Names the tabs for screen readers. Tabs with the same label share the choice. */
  label: string
  /** By the name of the tab. The first one is shown until the user chooses. */
  code: Record<string, string>
}

export function CodeTabs({ label, code }: Props) {
  const names = Object.keys(code)
  const chosen = useSyncExternalStore(
    subscribe,
    () => readChoice(label),
    () => null,
  )
  const shown = names.find((name) => name === chosen) ?? names[0] ?? ""
  return (
    <Tabs.Root value={shown} onValueChange={(name) => storeChoice(label, name)} className="min-w-0">
      <Tabs.List aria-label={label} className="mb-2 flex flex-wrap gap-1">
        {names.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover data-[state=active]:bg-accent-wash data-[state=active]:text-text"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {Object.entries(code).map(([name, text]) => (
        // Hidden tabs are on the page for search engines and for browsers without scripts.
        <Tabs.Content
          key={name}
          value={name}
          forceMount
          className="data-[state=inactive]:hidden noscript:data-[state=inactive]:block"
        >
          <CodeBlock code={text} label={name} className="max-h-[520px]" />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** The choices since the page was loaded, by label. They also apply if the browser blocks storage. */
const choices = new Map<string, string>()
const storageKey = (label: string) => `code tabs ${label}`
const changed = "code-tabs-changed"

function readChoice(label: string): string | null {
  try {
    return choices.get(label) ?? localStorage.getItem(storageKey(label))
  } catch {
    return null
  }
}

function storeChoice(label: string, name: string) {
  choices.set(label, name)
  try {
    localStorage.setItem(storageKey(label), name)
  } catch {}
  window.dispatchEvent(new Event(changed))
}

function subscribe(update: () => void) {
  window.addEventListener(changed, update)
  return () => window.removeEventListener(changed, update)
}
