/** Buttons that change the status of one or many signals. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { daysFromNow } from "@/components/days"
import { Button } from "@/components/ui/button"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu"
import { showToast } from "@/components/ui/toaster"
import { pluralize } from "@/domain/kernel/format-count"

type Changed = Data<"signals", "acknowledge">

type Props = {
  ids: string[]
  /** True if the signals have been acknowledged. That action is then left out. */
  isAcknowledged?: boolean
  onDone?: () => void
  /** At normal size, the first button is the primary one. */
  size?: "small" | "normal"
}

const snoozeDays = { 1: "Until tomorrow", 3: "For 3 days", 7: "For a week", 30: "For 30 days" }

export function StatusActions({ ids, isAcknowledged, onDone = () => {}, size = "normal" }: Props) {
  const api = useApi()
  const reopen = useAction(
    api.signals.reopen.mutationOptions(),
    reportAs("reopened", () => {}),
  )
  const undo = (signal_ids: string[]) => reopen.run({ signal_ids })
  const acknowledge = useAction(api.signals.acknowledge.mutationOptions(), reportAs("acknowledged", onDone, undo))
  const snooze = useAction(api.signals.snooze.mutationOptions(), reportAs("snoozed", onDone))
  const resolve = useAction(api.signals.resolve.mutationOptions(), reportAs("resolved", onDone))
  const dismiss = useAction(api.signals.dismiss.mutationOptions(), reportAs("dismissed", onDone))
  const isBusy = [acknowledge, snooze, resolve, dismiss].some((action) => action.isBusy)
  const button = { size, disabled: isBusy || ids.length === 0, className: "max-sm:px-2.5" }
  const main = { kind: size === "normal" ? "primary" : "plain" } as const
  const input = { signal_ids: ids }
  return (
    <>
      {!isAcknowledged && (
        <Button {...button} {...main} onClick={() => acknowledge.run(input)}>
          Acknowledge
        </Button>
      )}
      <Menu>
        <MenuTrigger asChild>
          <Button {...button}>Snooze</Button>
        </MenuTrigger>
        <MenuContent>
          {Object.entries(snoozeDays).map(([days, text]) => (
            <MenuItem key={days} onSelect={() => snooze.run({ ...input, until: daysFromNow(Number(days)) })}>
              {text}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <Button {...button} {...(isAcknowledged && main)} onClick={() => resolve.run(input)}>
        Resolve
      </Button>
      <Button {...button} onClick={() => dismiss.run(input)} title="This was a false alarm">
        Dismiss
      </Button>
    </>
  )
}

/** Says how many signals changed. `undo` is only for acknowledged signals: all of them were open before. */
const reportAs = (word: string, onDone: () => void, undo?: (ids: string[]) => void) => ({
  isFormless: true,
  onDone({ data: { changed, unchanged } }: { data: Changed }) {
    const rest = unchanged.length > 0 ? `, ${unchanged.length} unchanged because of their status` : ""
    showToast(
      `${pluralize(changed.length, "signal")} ${word}${rest}`,
      undo && changed.length > 0 ? { action: { label: "Undo", onClick: () => undo(changed) }, durationMs: 8_000 } : {},
    )
    onDone()
  },
})
