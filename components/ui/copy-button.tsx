/** Button that copies a text and confirms it, or reports that the text could not be copied. */
"use client"

import { CopyIcon } from "@radix-ui/react-icons"
import { type ComponentProps, useState } from "react"
import { Button } from "./button"
import { showToast } from "./toaster"

type Props = Pick<ComponentProps<typeof Button>, "kind" | "className" | "title"> & {
  text: string
  label?: string
  labelClass?: string
}

export function CopyButton({ text, label = "Copy", labelClass, ...button }: Props) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await copyText(text)
    } catch {
      return showToast("We couldn't copy this. Select the text and copy it manually.")
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button size="small" onClick={copy} {...button}>
      {isCopied ? (
        <span aria-hidden className="w-3.5">
          ✓
        </span>
      ) : (
        <CopyIcon aria-hidden className="size-3.5" />
      )}
      <span aria-live="polite" className={labelClass}>
        {isCopied ? "Copied" : label}
      </span>
    </Button>
  )
}

/** An icon button that copies text such as an id. `label` describes it for screen readers. */
export const CopyIconButton = (props: { text: string; label: string }) => (
  <CopyButton {...props} kind="quiet" className="-my-1 size-7 px-0" title={props.label} labelClass="sr-only" />
)

/**
 * Copies without the clipboard API on plain http, for example on a local network, because browsers offer the API only
 * on secure pages. Throws if the browser refuses.
 */
async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  // Appended inside the open dialog, if there is one, because a dialog traps the focus.
  const container = document.activeElement?.parentElement ?? document.body
  container.append(area)
  area.select()
  const isCopied = document.execCommand("copy")
  area.remove()
  if (!isCopied) throw new Error("The browser refused to copy.")
}
