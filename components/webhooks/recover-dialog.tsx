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
import { count } from "./figures"
import { RecoverFields, recoverStates } from "./recover-fields"

type Asked = Inputs["recoveries"]["create"]
type Props = { webhookId: string }

export function RecoverDialog({ webhookId }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>Recover</Button>
      </DialogTrigger>
      <DialogContent
        title="Send again what did not arrive"
        description="The same bytes, at most 20 a second. Receivers know what they have by its webhook-id. Test events are left out."
      >
        <RecoverForm webhookId={webhookId} onBegun={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function RecoverForm({ webhookId, onBegun }: Props & { onBegun: () => void }) {
  const api = useApi()
  const [asked, setAsked] = useState<Asked | null>(null)
  const counted = useAction(api.recoveries.create.mutationOptions())
  const begun = useAction(api.recoveries.create.mutationOptions(), { done: "Recovery begun", onDone: onBegun })
  const found = asked && !counted.isBusy ? counted.output?.data : undefined
  return (
    <form
      method="post"
      className="grid gap-5"
      // A changed range invalidates the count.
      onChange={() => setAsked(null)}
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
        setAsked(range)
        counted.run({ ...range, dry_run: true })
      }}
    >
      <RecoverFields problem={counted.problem} />
      <ProblemNote problem={counted.problem} fields={["since", "states"]} />
      {found && <Found {...found} />}
      <ProblemNote problem={begun.problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        {asked && found && found.count > 0 ? (
          <Button kind="primary" aria-busy={begun.isBusy} disabled={begun.isBusy} onClick={() => begun.run(asked)}>
            Send {count(found.count)} again
          </Button>
        ) : (
          <SubmitButton kind="primary" isBusy={counted.isBusy}>
            Count
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
        "Nothing in this range has to be sent again."
      ) : (
        <>
          <strong>
            {count(n)} {n === 1 ? "delivery" : "deliveries"}
          </strong>
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
