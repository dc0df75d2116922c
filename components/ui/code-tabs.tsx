/** Variants of the same code, such as languages, one tab for each. The browser stores the choice for all pages. */
"use client"

import { useSyncExternalStore } from "react"
import { CodeBlock } from "./code-block"
import { Tabs } from "./tabs"

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
    <Tabs
      label={label}
      value={shown}
      onValueChange={(name) => storeChoice(label, name)}
      panels={Object.entries(code).map(([name, text]) => ({
        name,
        content: <CodeBlock code={text} label={name} className="max-h-[520px]" />,
      }))}
    />
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
