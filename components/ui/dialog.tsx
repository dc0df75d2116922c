/** A modal dialog. It does not close while a component inside prevents it (useCloseGuard). */
"use client"

import { Dialog as Radix } from "radix-ui"
import { type ReactNode, useState } from "react"
import { cn } from "./class-names"
import { CloseGuardContext, useNewCloseGuard } from "./close-guard"

type DialogProps = { open?: boolean; onOpenChange?: (isOpen: boolean) => void; children: ReactNode }

/** Without `open`, the dialog manages its open state. */
export function Dialog({ open, onOpenChange, children }: DialogProps) {
  const [isOpen, setOpen] = useState(false)
  const guard = useNewCloseGuard()
  function change(next: boolean) {
    if (!next && guard.isActive()) return
    setOpen(next)
    onOpenChange?.(next)
  }
  return (
    <CloseGuardContext value={guard}>
      <Radix.Root open={open ?? isOpen} onOpenChange={change}>
        {children}
      </Radix.Root>
    </CloseGuardContext>
  )
}

export const DialogTrigger = Radix.Trigger
export const DialogClose = Radix.Close

type Props = {
  title: string
  description?: ReactNode
  children: ReactNode
  className?: string
}

export function DialogContent({ title, description, children, className }: Props) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
      <Radix.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        className={cn(
          "fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[calc(100vw-24px)] max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-box border border-line bg-surface p-5 shadow-float sm:p-6",
          className,
        )}
      >
        <Radix.Title className="text-head">{title}</Radix.Title>
        {description && <Radix.Description className="mt-1 text-quiet">{description}</Radix.Description>}
        <div className="mt-5">{children}</div>
      </Radix.Content>
    </Radix.Portal>
  )
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
