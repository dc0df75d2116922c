/** Form fields that select the deliveries of a recovery: a time range, and their states. */
"use client"

import { useEffect, useState } from "react"
import { fieldErrorAt, type Problem } from "@/components/api/problem"
import type { Recovery } from "@/components/api/types"
import { dayMs } from "@/components/days"
import { CheckboxGroup } from "@/components/forms/checkbox-group"
import { Field } from "@/components/forms/field"
import { Checkbox } from "@/components/ui/checkbox"
import { Input } from "@/components/ui/input"

const stateLabels: Record<Recovery["states"][number], string> = {
  exhausted: "Exhausted: the last attempt failed, and no retries are left",
  held: "Held while the webhook was paused or disabled",
  pending: "Waiting to be sent or retried",
  cancelled: "Canceled or skipped",
}

export function RecoverFields({ problem }: { problem: Problem | null }) {
  const hasStateError = fieldErrorAt(problem, "states") !== undefined
  const [{ yesterday, zone }, setLocalTime] = useState({ yesterday: "", zone: "" })
  // Runs in the browser only, because the server does not know the browser's time zone.
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    setLocalTime({ yesterday: formatLocalTime(Date.now() - dayMs), zone })
  }, [])
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="From"
          name="since"
          problem={problem}
          hint={`At most 30 days ago. Times in ${zone || "your time zone"}.`}
        >
          <Input key={yesterday} type="datetime-local" required defaultValue={yesterday} />
        </Field>
        <Field label="Until" name="until" problem={problem} hint="Leave empty to include everything up to now.">
          <Input type="datetime-local" />
        </Field>
      </div>
      <CheckboxGroup legend="Deliveries" error={hasStateError && "Choose at least one state."}>
        {Object.entries(stateLabels).map(([state, label]) => (
          <Checkbox key={state} name="states" value={state} defaultChecked={state !== "cancelled"}>
            {label}
          </Checkbox>
        ))}
        <Checkbox name="include_missing">
          Also send events that were published before this webhook subscribed to them
        </Checkbox>
      </CheckboxGroup>
    </>
  )
}

export const readStates = (form: HTMLFormElement) => new FormData(form).getAll("states") as Recovery["states"]

/** Local time in the format of a datetime-local field: 2026-11-20T06:12. */
function formatLocalTime(ms: number) {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}
