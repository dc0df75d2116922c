/** A modal dialog. It does not close while a component inside prevents it (useCloseGuard). */
"use client"

import { Slot } from "radix-ui"
import { createContext, type ReactElement, type ReactNode, type RefObject, use, useRef, useState } from "react"
import { cn } from "./class-names"
import { CloseGuardContext, useNewCloseGuard } from "./close-guard"
import type { WindowProps } from "./dialog-window"
import { preloadProps, useModule } from "./use-module"

type DialogState = {
  isOpen: boolean
  change: (isOpen: boolean) => void
  /** The button that opened the dialog. It receives the focus when the dialog closes. */
  trigger: RefObject<HTMLElement | null>
}

const DialogContext = createContext<DialogState | null>(null)
const loadWindow = () => import("./dialog-window")

type DialogProps = { open?: boolean; onOpenChange?: (isOpen: boolean) => void; children: ReactNode }

/** Without `open`, the dialog manages its open state. */
export function Dialog({ open, onOpenChange, children }: DialogProps) {
  const [isOpenInternally, setOpen] = useState(false)
  const isOpen = open ?? isOpenInternally
  const guard = useNewCloseGuard()
  const trigger = useRef<HTMLElement>(null)
  function change(next: boolean) {
    // The button can be clicked again until the window's code has loaded.
    if (next === isOpen) return
    if (!next && guard.isActive()) return
    setOpen(next)
    onOpenChange?.(next)
  }
  return (
    <CloseGuardContext value={guard}>
      <DialogContext value={{ isOpen, change, trigger }}>{children}</DialogContext>
    </CloseGuardContext>
  )
}

/** Lets the button inside open the dialog. */
export function DialogTrigger({ children }: { children: ReactNode }) {
  const { isOpen, change, trigger } = useDialog()
  return (
    <Slot.Root
      ref={trigger}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => change(true)}
      {...preloadProps(loadWindow)}
    >
      {children}
    </Slot.Root>
  )
}

/** Lets the button inside close the dialog. */
export function DialogClose({ children }: { children: ReactElement }) {
  const { change } = useDialog()
  return <Slot.Root onClick={() => change(false)}>{children}</Slot.Root>
}

/** The window without a layout. Most dialogs use DialogContent. */
export function DialogWindow(props: WindowProps) {
  const { isOpen, change, trigger } = useDialog()
  const code = useModule(loadWindow, isOpen, () => change(false))
  const opener = useOpener(isOpen)
  if (!isOpen || !code) return null
  return <code.RadixWindow {...props} onClose={() => change(false)} opener={opener} trigger={trigger} />
}

/** The element that had the focus when the dialog was opened. */
function useOpener(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(document.activeElement)
  }
  return opener
}

type ContentProps = Pick<WindowProps, "title" | "description" | "children"> & { className?: string | undefined }

export function DialogContent({ className, children, ...props }: ContentProps) {
  return (
    <DialogWindow
      {...props}
      titleClass="text-head"
      className={cn(
        "base:max-w-lg fixed top-[8dvh] left-1/2 z-50 max-h-[84dvh] w-[calc(100vw-24px)] -translate-x-1/2 overflow-y-auto rounded-box border border-line bg-surface p-5 shadow-float sm:p-6",
        className,
      )}
    >
      <div className="mt-5">{children}</div>
    </DialogWindow>
  )
}

function useDialog() {
  const dialog = use(DialogContext)
  if (!dialog) throw new Error("A part of a dialog must be inside a Dialog.")
  return dialog
}

/**
 * The buttons of a form that may be longer than the dialog. They stay visible while the form scrolls. The form must be
 * a flex column, because sticky positioning does not work in its grid.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-box border-line border-t bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {children}
    </div>
  )
}
