/** Asks before something ends: what will stop working, by name, and one button that says what it does. */
"use client"

import type { ReactNode } from "react"
import type { Problem } from "@/components/api/problem"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { useHold } from "@/components/ui/hold"
import { ProblemNote } from "./problem-note"

type Props = {
  trigger: ReactNode
  title: string
  children: ReactNode
  /** The verb on the button: "Revoke key". */
  action: string
  /** The way out, where "Cancel" could be the action. */
  dismiss?: string
  isHarmless?: boolean
  isBusy: boolean
  problem: Problem | null
  onConfirm: () => void
  /** For a dialog that closes by itself once it is done; others end with what they are about. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export function ConfirmDialog({
  trigger,
  title,
  children,
  action,
  dismiss = "Cancel",
  isHarmless,
  isBusy,
  problem,
  onConfirm,
  ...rest
}: Props) {
  return (
    <Dialog open={rest.isOpen} onOpenChange={rest.onOpenChange}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title}>
        <div className="grid gap-4">
          <HoldWhile isBusy={isBusy} />
          <div className="grid gap-2">{children}</div>
          <ProblemNote problem={problem} />
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button>{dismiss}</Button>
            </DialogClose>
            <Button kind={isHarmless ? "primary" : "danger"} aria-busy={isBusy} disabled={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** In the dialog, so that it holds this one and none around it. */
function HoldWhile({ isBusy }: { isBusy: boolean }) {
  useHold(isBusy)
  return null
}
