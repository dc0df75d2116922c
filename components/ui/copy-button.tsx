/** Copies a text, and says so. */
"use client"

import { CheckIcon, CopyIcon as CopySign } from "@radix-ui/react-icons"
import { useState } from "react"
import { Button } from "./button"

type Props = { text: string; label?: string; kind?: "primary" | "plain" }

export function CopyButton({ text, label = "Copy", kind }: Props) {
  const { isCopied, copy } = useCopy(text)
  const Icon = isCopied ? CheckIcon : CopySign
  return (
    <Button size="small" kind={kind} onClick={copy}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  )
}

/** The same beside a word, such as an id; `label` says what it copies to those who cannot see the sign. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text)
  const Icon = isCopied ? CheckIcon : CopySign
  return (
    <Button size="small" kind="quiet" className="-my-1 size-7 px-0" title={label} onClick={copy}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite" className="sr-only">
        {isCopied ? "Copied" : label}
      </span>
    </Button>
  )
}

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return { isCopied, copy }
}

/** Browsers give the clipboard to secure pages only; a box on the local network may be plain http. */
async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  // Inside the open dialog, if there is one: it keeps the focus for itself.
  const home = document.activeElement?.parentElement ?? document.body
  home.append(area)
  area.select()
  document.execCommand("copy")
  area.remove()
}
