/** Shows variants of the same code, such as languages, as tabs. The browser stores the choice for all pages. */
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
  const storedName = useSyncExternalStore(
    subscribe,
    () => readChoice(label),
    () => null,
  )
  const openName = names.find((name) => name === storedName) ?? names[0] ?? ""
  return (
    <Tabs
      label={label}
      value={openName}
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
const changeEvent = "code-tabs-changed"

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
  window.dispatchEvent(new Event(changeEvent))
}

function subscribe(update: () => void) {
  window.addEventListener(changeEvent, update)
  return () => window.removeEventListener(changeEvent, update)
}
