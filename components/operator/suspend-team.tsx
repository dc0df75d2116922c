/** Dialog that suspends a team or lifts its suspension. It requires a reason. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ControlledConfirmDialog } from "@/components/forms/confirm-dialog"
import { Field } from "@/components/forms/field"
import { Button } from "@/components/ui/button"
import { Textarea } from "@/components/ui/input"
import type { OperatedTeam } from "./limit-labels"

export function SuspendTeam({ team: { id, name, is_suspended } }: { team: OperatedTeam }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState("")
  const [isReasonMissing, setReasonMissing] = useState(false)
  const { run, isBusy, problem } = useAction(api.installation.updateTeam.mutationOptions(), {
    done: is_suspended ? `${name} is active again` : `${name} is suspended`,
    onDone: () => change(false),
  })
  function change(open: boolean) {
    setOpen(open)
    setReason("")
    setReasonMissing(false)
  }
  function confirm() {
    if (reason.trim() === "") return setReasonMissing(true)
    run({ team_id: id, is_suspended: !is_suspended, reason })
  }
  return (
    <ControlledConfirmDialog
      isOpen={isOpen}
      onOpenChange={change}
      trigger={
        <Button
          size="small"
          kind="quiet"
          className="md:w-28"
          aria-label={`${is_suspended ? "Lift suspension of" : "Suspend"} ${name}`}
        >
          {is_suspended ? "Lift suspension" : "Suspend"}
        </Button>
      }
      title={is_suspended ? `Lift the suspension of ${name}?` : `Suspend ${name}?`}
      action={is_suspended ? "Lift suspension" : "Suspend team"}
      isHarmless={is_suspended}
      isBusy={isBusy}
      problem={problem}
      onConfirm={confirm}
    >
      {is_suspended ? (
        <p>The team can use its pages and its API again immediately. Canceled scans do not restart.</p>
      ) : (
        <p>
          The team immediately loses access to its pages and its API, and its scans are canceled. Nothing is deleted,
          and you can lift the suspension at any time.
        </p>
      )}
      <Field
        label="Reason"
        name="reason"
        hint={
          is_suspended
            ? "Operators see the reason under Changes, and the team in its audit log."
            : "Members of the team see the reason instead of its pages, and API errors contain it."
        }
        problem={problem}
        error={isReasonMissing ? "Enter a reason." : undefined}
      >
        <Textarea
          required
          maxLength={500}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setReasonMissing(false)
          }}
        />
      </Field>
    </ControlledConfirmDialog>
  )
}
