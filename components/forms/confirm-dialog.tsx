/** Confirmation dialogs: they name what will stop working, and have one button that names the action. */
"use client"

import type { UseMutationOptions } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import type { ApiError, Problem } from "@/components/api/problem"
import { useAction } from "@/components/api/use-action"
import { Button } from "@/components/ui/button"
import { useCloseGuard } from "@/components/ui/close-guard"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { ProblemNote } from "./problem-note"

type ContentProps = {
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
}

type Props<Input, Output> = ContentProps & {
  mutation: UseMutationOptions<Output, ApiError, Input, unknown>
  input: NoInfer<Input>
  /** The message after success. */
  done?: string
  onDone?: (output: NoInfer<Output>) => void
  /** `onDone` opens another page. The dialog then stays open until that page is shown. */
  leavesPage?: boolean
  /** Without it, the dialog manages its open state. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** Runs the mutation when the user confirms, and closes after success. An error appears in the dialog. */
export function ConfirmDialog<Input extends object, Output>({
  mutation,
  input,
  done,
  onDone,
  leavesPage,
  isOpen,
  onOpenChange,
  ...content
}: Props<Input, Output>) {
  const [isOpenInternally, setOpen] = useState(false)
  function change(next: boolean) {
    setOpen(next)
    onOpenChange?.(next)
  }
  const { run, isBusy, problem } = useAction(mutation, {
    ...(done && { done }),
    onDone(output) {
      onDone?.(output)
      if (!leavesPage) change(false)
    },
  })
  return (
    <ControlledConfirmDialog
      {...content}
      isOpen={isOpen ?? isOpenInternally}
      onOpenChange={change}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run(input)}
    />
  )
}

type ControlledProps = ContentProps & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  isBusy: boolean
  problem: Problem | null
  onConfirm: () => void
}

/** For callers that check a field before the action, or handle its errors. The caller closes the dialog. */
export function ControlledConfirmDialog({
  trigger,
  title,
  children,
  action,
  dismiss = "Cancel",
  isHarmless,
  isBusy,
  problem,
  onConfirm,
  ...state
}: ControlledProps) {
  return (
    <Dialog open={state.isOpen} onOpenChange={state.onOpenChange}>
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
            <Button kind={isHarmless ? "primary" : "danger"} isBusy={isBusy} onClick={onConfirm}>
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
