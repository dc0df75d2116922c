/** Copies a text, and says so. */
"use client"

import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { Button } from "./button"

export function CopyButton({
  text,
  label = "Copy",
  kind,
}: {
  text: string
  label?: string
  kind?: "primary" | "plain"
}) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Button size="small" kind={kind} onClick={copy}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  )
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
