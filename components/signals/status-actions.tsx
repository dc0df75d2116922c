/** Buttons that change the status of signals: all of them above a table, and the main ones on the page of a signal. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { daysFromNow } from "@/components/days"
import { Button } from "@/components/ui/button"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "@/components/ui/menu"
import { MoreMenu } from "@/components/ui/more-menu"
import { showToast } from "@/components/ui/toaster"
import { showUndoToast } from "@/components/ui/undo-toast"
import { pluralize } from "@/domain/kernel/format-count"

type Changed = Data<"signals", "acknowledge">

type Status = Data<"signals", "list">[number]["status"]

type Callbacks = {
  /** Called immediately, so that the page can show the new status before the server responds. */
  onStart?: (status: Status) => void
  onDone?: () => void
  /** Called when the server rejected the change or did not respond. */
  onFail?: () => void
}

type Props = Callbacks & {
  ids: string[]
  /** All signals are open, so that a change to acknowledged or snoozed can be undone by opening them again. */
  areOpen: boolean
}

const snoozeDays = { 1: "Until tomorrow", 3: "For 3 days", 7: "For a week", 30: "For 30 days" }

/** The buttons for the selected rows of a table. */
export function StatusActions({ ids, areOpen, ...callbacks }: Props) {
  const { acknowledge, snooze, resolve, dismiss, isBusy } = useStatusActions(ids, areOpen, callbacks)
  const button = { size: "small", disabled: isBusy || ids.length === 0, className: "max-sm:px-2.5" } as const
  return (
    <>
      <Button {...button} onClick={acknowledge}>
        Acknowledge
      </Button>
      <Menu>
        <MenuTrigger asChild>
          <Button {...button}>Snooze</Button>
        </MenuTrigger>
        <MenuContent>
          <SnoozeItems onSelect={snooze} />
        </MenuContent>
      </Menu>
      <Button {...button} onClick={resolve}>
        Resolve
      </Button>
      <Button {...button} onClick={dismiss} title="This was a false alarm">
        Dismiss
      </Button>
    </>
  )
}

type OneProps = {
  id: string
  /** Leaves out the button to acknowledge. */
  isAcknowledged: boolean
  /** The signal has no page to open next, so the first button is the primary one. */
  isPrimary: boolean
}

/** The buttons on the page of a signal. The rarer changes are in a menu. */
export function SignalActions({ id, isAcknowledged, isPrimary }: OneProps) {
  const { acknowledge, snooze, resolve, dismiss, isBusy } = useStatusActions([id], !isAcknowledged)
  const button = { disabled: isBusy, className: "max-sm:px-2.5" }
  // Phones have no space for three buttons and the menu in one line.
  const isInMenu = !isAcknowledged && !isPrimary
  const main = { kind: isPrimary ? "primary" : "plain" } as const
  return (
    <>
      {!isAcknowledged && (
        <Button {...button} {...main} onClick={acknowledge}>
          Acknowledge
        </Button>
      )}
      <Button
        {...button}
        {...(isAcknowledged && main)}
        onClick={resolve}
        {...(isInMenu && { className: "max-sm:hidden" })}
      >
        Resolve
      </Button>
      <MoreMenu>
        <MenuLabel>Snooze</MenuLabel>
        <SnoozeItems onSelect={snooze} />
        <MenuSeparator />
        {isInMenu && (
          <MenuItem className="sm:hidden" onSelect={resolve}>
            Resolve
          </MenuItem>
        )}
        <MenuItem onSelect={dismiss}>Dismiss as a false alarm</MenuItem>
      </MoreMenu>
    </>
  )
}

const SnoozeItems = ({ onSelect }: { onSelect: (days: number) => void }) =>
  Object.entries(snoozeDays).map(([days, text]) => (
    <MenuItem key={days} onSelect={() => onSelect(Number(days))}>
      {text}
    </MenuItem>
  ))

function useStatusActions(ids: string[], areOpen: boolean, { onStart, onDone, onFail }: Callbacks = {}) {
  const api = useApi()
  const { run } = useAction(api.signals.reopen.mutationOptions(), reportAs("reopened"))
  const reopen = (signal_ids: string[]) => run({ signal_ids })
  const undo = areOpen ? reopen : undefined
  const acknowledge = useAction(api.signals.acknowledge.mutationOptions(), reportAs("acknowledged", onDone, undo))
  const snooze = useAction(api.signals.snooze.mutationOptions(), reportAs("snoozed", onDone, undo))
  const resolve = useAction(api.signals.resolve.mutationOptions(), reportAs("resolved", onDone, reopen))
  const dismiss = useAction(api.signals.dismiss.mutationOptions(), reportAs("dismissed", onDone, reopen))
  const input = { signal_ids: ids }
  const callbacks = { onError: () => onFail?.() }
  const start = (status: Status, run: () => void) => {
    onStart?.(status)
    run()
  }
  return {
    acknowledge: () => start("acknowledged", () => acknowledge.run(input, callbacks)),
    snooze: (days: number) => start("snoozed", () => snooze.run({ ...input, until: daysFromNow(days) }, callbacks)),
    resolve: () => start("resolved", () => resolve.run(input, callbacks)),
    dismiss: () => start("dismissed", () => dismiss.run(input, callbacks)),
    isBusy: [acknowledge, snooze, resolve, dismiss].some((action) => action.isBusy),
  }
}

/** Says how many signals changed, and offers to undo the change of those. */
const reportAs = (word: string, onDone = () => {}, undo?: (ids: string[]) => void) => ({
  isFormless: true,
  onDone({ data: { changed, unchanged } }: { data: Changed }) {
    const rest = unchanged.length > 0 ? `, ${unchanged.length} unchanged because of their status` : ""
    const text = `${pluralize(changed.length, "signal")} ${word}${rest}`
    if (undo && changed.length > 0) showUndoToast(text, () => undo(changed))
    else showToast(text)
    onDone()
  },
})
