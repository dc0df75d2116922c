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
  const [request, setRequest] = useState<RecoveryInput | null>(null)
  const countAction = useAction(api.recoveries.create.mutationOptions())
  const started = useAction(api.recoveries.create.mutationOptions(), { done: "Recovery started", onDone: onStarted })
  const found = request && !countAction.isBusy ? countAction.output?.data : undefined
  return (
    <form
      method="post"
      className="grid gap-5"
      // A changed range invalidates the count.
      onChange={() => setRequest(null)}
      onSubmit={(event) => {
        const states = recoverStates(event.currentTarget)
        const values = formValues(event)
        const range = {
          webhook_id: webhookId,
          states,
          since: moment(values["since"]),
          // "Now" is resolved once, so that the count and the recovery use the same range.
          until: values["until"] ? moment(values["until"]) : new Date().toISOString(),
          include_missing: "include_missing" in values,
        }
        setRequest(range)
        countAction.run({ ...range, dry_run: true })
      }}
    >
      <RecoverFields problem={countAction.problem} />
      <ProblemNote problem={countAction.problem} fields={["since", "states"]} />
      {found && <Found {...found} />}
      <ProblemNote problem={started.problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        {request && found && found.count > 0 ? (
          <Button
            kind="primary"
            aria-busy={started.isBusy}
            disabled={started.isBusy}
            onClick={() => started.run(request)}
          >
            Resend {pluralize(found.count, "delivery", "deliveries")}
          </Button>
        ) : (
          <SubmitButton kind="primary" isBusy={countAction.isBusy}>
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
const moment = (local: string | undefined) => new Date(local ?? "").toISOString()
