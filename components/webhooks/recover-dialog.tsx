/** Dialog that sends failed deliveries of a time range again. It counts them first, and starts after a confirmation. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { DialogClose } from "@/components/ui/dialog"
import { pluralize } from "@/domain/kernel/format-count"
import { RecoverFields, readStates } from "./recover-fields"

type RecoveryInput = Inputs["recoveries"]["create"]
type Props = { webhookId: string }

export function RecoverDialog({ webhookId }: Props) {
  return (
    <FormDialog
      trigger={<Button size="small">Recover deliveries</Button>}
      title="Recover deliveries"
      description="Sends failed deliveries again with the same body, at most 20 per second. Your receiver can detect duplicates by the webhook-id. Test events are excluded."
    >
      {(close) => <RecoverForm webhookId={webhookId} onStarted={close} />}
    </FormDialog>
  )
}

function RecoverForm({ webhookId, onStarted }: Props & { onStarted: () => void }) {
  const api = useApi()
  /** Input of the last count. Null before the first count and after any change. */
  const [countedInput, setCountedInput] = useState<RecoveryInput | null>(null)
  const countAction = useAction(api.recoveries.create.mutationOptions())
  const startAction = useAction(api.recoveries.create.mutationOptions(), {
    done: "Recovery started",
    onDone: onStarted,
  })
  const countResult = countedInput && !countAction.isBusy ? countAction.output?.data : undefined
  return (
    <form
      method="post"
      className="grid gap-5"
      onChange={() => setCountedInput(null)}
      onSubmit={(event) => {
        const states = readStates(event.currentTarget)
        const values = formValues(event)
        const input = {
          webhook_id: webhookId,
          states,
          since: toUtc(values["since"]),
          // An empty "Until" means now. It is resolved once, so that the count and the recovery use the same range.
          until: values["until"] ? toUtc(values["until"]) : new Date().toISOString(),
          include_missing: "include_missing" in values,
        }
        setCountedInput(input)
        countAction.run({ ...input, dry_run: true })
      }}
    >
      <RecoverFields problem={countAction.problem} />
      <ProblemNote problem={countAction.problem} fields={["since", "until", "states"]} />
      {countResult && <CountResult {...countResult} />}
      <ProblemNote problem={startAction.problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        {countedInput && countResult && countResult.count > 0 ? (
          <Button kind="primary" isBusy={startAction.isBusy} onClick={() => startAction.run(countedInput)}>
            Resend {pluralize(countResult.count, "delivery", "deliveries")}
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

type CountResultProps = { count: number; oldest_at: string | null; newest_at: string | null }

function CountResult({ count, oldest_at, newest_at }: CountResultProps) {
  return (
    <p role="status" className="rounded-box border border-line bg-ground px-3 py-2">
      {count === 0 ? (
        "No deliveries match these choices."
      ) : (
        <>
          <strong>{pluralize(count, "delivery", "deliveries")}</strong>
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
