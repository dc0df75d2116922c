/** Dialog that marks changes of a client's tracking. Charts interrupt their lines there and show the reason. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { periodLabel } from "@/components/lists/ranges"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Input } from "@/components/ui/input"

export type Break = Data<"clients", "listBreaks">[number]
type Props = { clientId: string; period: { from: string; to: string }; breaks: Break[] }

export function BreaksDialog(props: Props) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button size="small">Tracking changes</Button>
      </DialogTrigger>
      <DialogContent
        title="Tracking changes"
        description="Values before and after a tracking change cannot be compared. Charts interrupt their lines there, and readers of reports see the reason."
      >
        <div className="grid gap-6">
          <BreakForm {...props} />
          <BreakList {...props} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

function BreakForm({ clientId, period }: Props) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.clients.declareBreak.mutationOptions(), {
    done: "Tracking change marked",
  })
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        const { date = "", reason = "" } = formValues(event)
        run({ client_id: clientId, date, reason })
      }}
    >
      <Field label="First day of the new tracking" name="date" problem={problem}>
        <Input type="date" required defaultValue={period.to} />
      </Field>
      <Field label="What changed" name="reason" problem={problem}>
        <Input required maxLength={120} autoComplete="off" placeholder="New consent banner" />
      </Field>
      <div className="empty:hidden">
        <ProblemNote problem={problem} fields={["date", "reason"]} />
      </div>
      <div className="flex justify-end">
        <SubmitButton kind="primary" isBusy={isBusy}>
          Mark tracking change
        </SubmitButton>
      </div>
    </form>
  )
}

function BreakList({ clientId, period, breaks }: Props) {
  const api = useApi()
  const { run, isBusy } = useAction(api.clients.removeBreak.mutationOptions(), {
    done: "Tracking change removed",
    isFormless: true,
  })
  if (breaks.length === 0) return <p className="text-quiet">No tracking changes from {periodLabel(period)}.</p>
  return (
    <ul className="border-line border-t">
      {breaks.map(({ id, date, reason }) => (
        <li key={id} className="flex items-center gap-4 border-line border-b py-2">
          <span className="figures shrink-0 text-quiet">{periodLabel({ from: date, to: date })}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
          <Button
            size="small"
            aria-label={`Remove: ${reason}`}
            disabled={isBusy}
            onClick={() => run({ client_id: clientId, break_id: id })}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
