/** Button that copies a text and confirms it. */
"use client"

import { CheckIcon, CopyIcon } from "@radix-ui/react-icons"
import { useState } from "react"
import { Button } from "./button"

type Props = {
  text: string
  label?: string
  kind?: "primary" | "plain"
  /** On phones, only screen readers get the label. */
  isIconOnPhone?: boolean
}

export function CopyButton({ text, label = "Copy", kind, isIconOnPhone }: Props) {
  const { isCopied, copy } = useCopy(text)
  const Icon = isCopied ? CheckIcon : CopyIcon
  return (
    <Button size="small" kind={kind} onClick={copy}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite" className={isIconOnPhone ? "max-md:sr-only" : undefined}>
        {isCopied ? "Copied" : label}
      </span>
    </Button>
  )
}

/** An icon button that copies text such as an id. `label` describes it for screen readers. */
export function CopyIconButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text)
  const Icon = isCopied ? CheckIcon : CopyIcon
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

/**
 * Copies without the clipboard API on plain http, for example on a local network, because browsers offer the API only
 * on secure pages.
 */
async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  // Appended inside the open dialog, if there is one, because a dialog traps the focus.
  const container = document.activeElement?.parentElement ?? document.body
  container.append(area)
  area.select()
  document.execCommand("copy")
  area.remove()
}
