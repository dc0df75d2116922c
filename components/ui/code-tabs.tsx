/** The same code in several languages, one tab for each. The browser remembers the chosen language for all pages. */
"use client"

import { Tabs } from "radix-ui"
import { useSyncExternalStore } from "react"
import { CodeBlock } from "./code-block"

type Props = {
  /** Names the tabs for screen readers. */
  label: string
  /** By language. The first one is shown until the user chooses. */
  code: Record<string, string>
}

export function CodeTabs({ label, code }: Props) {
  const languages = Object.keys(code)
  const chosen = useSyncExternalStore(subscribe, readChoice, () => null)
  const shown = languages.find((language) => language === chosen) ?? languages[0] ?? ""
  return (
    <Tabs.Root value={shown} onValueChange={storeChoice} className="min-w-0">
      <Tabs.List aria-label={label} className="mb-2 flex flex-wrap gap-1">
        {languages.map((language) => (
          <Tabs.Trigger
            key={language}
            value={language}
            className="rounded-box px-2.5 py-1 text-quiet text-table hover:bg-hover data-[state=active]:bg-accent-wash data-[state=active]:text-text"
          >
            {language}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {Object.entries(code).map(([language, text]) => (
        // Hidden tabs are on the page for search engines and for browsers without scripts.
        <Tabs.Content
          key={language}
          value={language}
          forceMount
          className="data-[state=inactive]:hidden noscript:data-[state=inactive]:block"
        >
          <CodeBlock code={text} label={language} className="max-h-[520px]" />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

const storageKey = "code-language"
const changed = "code-language-changed"

/** Storage can be blocked. The choice then lasts until the page is left. */
let choiceOfPage: string | null = null

function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? choiceOfPage
  } catch {
    return choiceOfPage
  }
}

function storeChoice(language: string) {
  choiceOfPage = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {}
  window.dispatchEvent(new Event(changed))
}

function subscribe(update: () => void) {
  window.addEventListener(changed, update)
  window.addEventListener("storage", update)
  return () => {
    window.removeEventListener(changed, update)
    window.removeEventListener("storage", update)
  }
}
