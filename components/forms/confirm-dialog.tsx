/** Confirmation dialog: names what will stop working, with one button that names the action. */
"use client"

import type { ReactNode } from "react"
import type { Problem } from "@/components/api/problem"
import { Button } from "@/components/ui/button"
import { useCloseGuard } from "@/components/ui/close-guard"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { ProblemNote } from "./problem-note"

type Props = {
  /** Undefined when a menu opens the dialog. */
  trigger?: ReactNode
  title: string
  children: ReactNode
  /** The verb on the button: "Revoke key". */
  action: string
  /** The label of the dismiss button, for dialogs where "Cancel" could be mistaken for the action. */
  dismiss?: string
  /** Gives the button the primary color. Without it, the button has the danger color. */
  isHarmless?: boolean
  isBusy: boolean
  problem: Problem | null
  onConfirm: () => void
  /** Needed when the page still shows the object after the action. Otherwise the dialog unmounts with the object. */
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
      {trigger && <DialogTrigger>{trigger}</DialogTrigger>}
      <DialogContent title={title}>
        <div className="grid gap-4">
          <GuardWhile isBusy={isBusy} />
          <div className="grid gap-2">{children}</div>
          <ProblemNote problem={problem} />
          <div className="flex justify-end gap-2">
            <DialogClose>
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

/** Rendered inside the dialog, so that it keeps this dialog open and not an outer one. */
function GuardWhile({ isBusy }: { isBusy: boolean }) {
  useCloseGuard(isBusy)
  return null
}
