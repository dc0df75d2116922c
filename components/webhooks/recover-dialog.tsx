/** Dialog that sends failed deliveries of a time range again. It counts them first, and starts after a confirmation. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { pluralize } from "@/domain/kernel/format-count"
import { RecoverFields, recoverStates } from "./recover-fields"

type RecoveryInput = Inputs["recoveries"]["create"]
type Props = { webhookId: string }

export function RecoverDialog({ webhookId }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button size="small">Recover deliveries</Button>
      </DialogTrigger>
      <DialogContent
        title="Recover deliveries"
        description="Sends failed deliveries again with the same body, at most 20 per second. Your receiver can detect duplicates by the webhook-id. Test events are excluded."
      >
        <RecoverForm webhookId={webhookId} onStarted={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function RecoverForm({ webhookId, onStarted }: Props & { onStarted: () => void }) {
  const api = useApi()
  /** The input that was counted. Null until then, and after a change of the form. */
  const [counted, setCounted] = useState<RecoveryInput | null>(null)
  const counting = useAction(api.recoveries.create.mutationOptions())
  const starting = useAction(api.recoveries.create.mutationOptions(), { done: "Recovery started", onDone: onStarted })
  const found = counted && !counting.isBusy ? counting.output?.data : undefined
  return (
    <form
      method="post"
      className="grid gap-5"
      onChange={() => setCounted(null)}
      onSubmit={(event) => {
        const states = recoverStates(event.currentTarget)
        const values = formValues(event)
        const input = {
          webhook_id: webhookId,
          states,
          since: toUtc(values["since"]),
          // An empty "Until" means now. It is resolved once, so that the count and the recovery use the same range.
          until: values["until"] ? toUtc(values["until"]) : new Date().toISOString(),
          include_missing: "include_missing" in values,
        }
        setCounted(input)
        counting.run({ ...input, dry_run: true })
      }}
    >
      <RecoverFields problem={counting.problem} />
      <ProblemNote problem={counting.problem} fields={["since", "until", "states"]} />
      {found && <Found {...found} />}
      <ProblemNote problem={starting.problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        {counted && found && found.count > 0 ? (
          <Button
            kind="primary"
            aria-busy={starting.isBusy}
            disabled={starting.isBusy}
            onClick={() => starting.run(counted)}
          >
            Resend {pluralize(found.count, "delivery", "deliveries")}
          </Button>
        ) : (
          <SubmitButton kind="primary" isBusy={counting.isBusy}>
            Count deliveries
          </SubmitButton>
        )}
      </div>
    </form>
  )
}

type FoundProps = { count: number; oldest_at: string | null; newest_at: string | null }

function Found({ count: n, oldest_at, newest_at }: FoundProps) {
  return (
    <p role="status" className="rounded-box border border-line bg-ground px-3 py-2">
      {n === 0 ? (
        "No deliveries match these choices."
      ) : (
        <>
          <strong>{pluralize(n, "delivery", "deliveries")}</strong>
          {oldest_at && newest_at && (
            <>
              , from <Time at={oldest_at} /> to <Time at={newest_at} />
            </>
          )}
          . Nothing is sent yet.
        </>
      )}
    </p>
  )
}

/** Converts a field's local time in the browser's time zone to UTC. */
const toUtc = (local: string | undefined) => new Date(local ?? "").toISOString()
