/**
 * Opens the command palette by its button, or with Ctrl-K (Command-K on a Mac). The palette's code loads when it first
 * opens.
 */
"use client"

import { type ReactNode, useEffect, useState } from "react"
import type { Role } from "@/components/api/types"
import { Dialog, DialogTrigger, DialogWindow } from "@/components/ui/dialog"
import { useModule } from "@/components/ui/use-module"

const loadPalette = () => import("./command-palette")

type Props = {
  slug: string
  role: Role
  /** True if this button listens to the keyboard. A page has two such buttons, and only one of them is visible. */
  hasShortcut?: boolean
  /** The button that opens the palette. */
  children: ReactNode
}

export function CommandMenu({ slug, role, hasShortcut = true, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const code = useModule(loadPalette, isOpen, () => setOpen(false))
  useEffect(() => {
    if (!hasShortcut) return
    function onKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen((isOpen) => !isOpen)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [hasShortcut])
  return (
    <Dialog open={isOpen && code !== undefined} onOpenChange={setOpen}>
      <DialogTrigger>{children}</DialogTrigger>
      {code && (
        <DialogWindow title="Search or run a command" titleClass="sr-only" className={code.windowClass}>
          <code.CommandPalette slug={slug} role={role} onChosen={() => setOpen(false)} />
        </DialogWindow>
      )}
    </Dialog>
  )
}

/** Ctrl+K or Cmd+K, without other modifier keys. */
function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (altKey || shiftKey) return false
  return key.toLowerCase() === "k" && (ctrlKey || metaKey)
}
