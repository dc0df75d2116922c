/** Mutes and unmutes a signal rule. The row shows the change immediately, and a message offers to undo it. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { daysFromNow } from "@/components/days"
import { Button } from "@/components/ui/button"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu"
import { showToast } from "@/components/ui/toaster"
import { showUndoToast } from "@/components/ui/undo-toast"
import type { Rule } from "./rule-labels"

type MutedUntil = Rule["muted_until"]

export const isMuted = ({ muted_until }: Pick<Rule, "muted_until">) =>
  muted_until !== null && Date.parse(muted_until) > Date.now()

type Props = {
  /** As stored, without a change that the server has not confirmed. */
  rule: Pick<Rule, "id" | "name" | "muted_until">
  isShownMuted: boolean
  /** Called immediately with the new value, so that the row can show it before the server responds. */
  onStart: (until: MutedUntil) => void
  /** Called when the server rejected the change or did not respond. */
  onFail: () => void
}

const muteDays = { 1: "For a day", 7: "For a week", 30: "For 30 days" }

export function MuteRule({ rule, isShownMuted, onStart, onFail }: Props) {
  const { muteUntil, isBusy } = useMute(rule, { onStart, onFail })
  const props = { size: "small", kind: "quiet", isBusy } as const
  if (isShownMuted)
    return (
      <Button {...props} onClick={() => muteUntil(null)} aria-label={`Unmute ${rule.name}`}>
        Unmute
      </Button>
    )
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button {...props} aria-label={`Mute ${rule.name}`}>
          Mute
        </Button>
      </MenuTrigger>
      <MenuContent>
        {Object.entries(muteDays).map(([days, text]) => (
          <MenuItem key={days} onSelect={() => muteUntil(daysFromNow(Number(days)))}>
            {text}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}

function useMute(rule: Props["rule"], { onStart, onFail }: Pick<Props, "onStart" | "onFail">) {
  const api = useApi()
  const { id: rule_id, name } = rule
  const textFor = (until: MutedUntil) => `${name} ${until === null ? "unmuted" : "muted"}`
  const before = isMuted(rule) ? rule.muted_until : null
  const undo = useAction(api.signalRules.update.mutationOptions(), {
    isFormless: true,
    onDone: ({ data }: { data: Rule }) => showToast(textFor(data.muted_until)),
  })
  const change = useAction(api.signalRules.update.mutationOptions(), {
    isFormless: true,
    onDone: ({ data }: { data: Rule }) => showUndoToast(textFor(data.muted_until), () => start(undo, before)),
  })
  const isBusy = change.isBusy || undo.isBusy
  function start({ run }: Pick<typeof change, "run">, muted_until: MutedUntil) {
    onStart(muted_until)
    run({ rule_id, muted_until }, { onError: () => onFail() })
  }
  return {
    isBusy,
    /** Does nothing while another change runs. */
    muteUntil: (muted_until: MutedUntil) => !isBusy && start(change, muted_until),
  }
}
