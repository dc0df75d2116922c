/** Fields for the expiry of a new key. A key without expiry is allowed, with a warning. */
"use client"

import { useState } from "react"
import { addDays, todayInUtc } from "@/components/days"
import { Field } from "@/components/forms/field"
import { CautionNote } from "@/components/forms/problem-note"
import { Input, Options, Select } from "@/components/ui/input"

const expiryNames = {
  "7": "in 7 days",
  "30": "in 30 days",
  "90": "in 90 days",
  "365": "in 1 year",
  custom: "on a date",
  none: "never",
}

export function ExpiryFields({ error }: { error?: string }) {
  const [expiry, setExpiry] = useState("90")
  return (
    <div className="grid gap-3">
      <Field label="Expires" name="expiry" error={expiry === "custom" ? undefined : error}>
        <Select value={expiry} onChange={(event) => setExpiry(event.target.value)}>
          <Options names={expiryNames} />
        </Select>
      </Field>
      {expiry === "custom" && (
        <Field label="Last day" name="expires_on" hint="The key works until the end of this day, UTC." error={error}>
          <Input type="date" required min={todayInUtc()} />
        </Field>
      )}
      {expiry === "none" && (
        <CautionNote>
          A key without an expiry date is easy to forget. If it leaks, it works until you revoke it.
        </CautionNote>
      )}
    </div>
  )
}

/**
 * Returns the expiry time, or null for never. `expiry` is a number of days, "custom" or "none". The time is the end of
 * a day in UTC, so that a second click sends the same input.
 */
export function expiryOf(expiry: string | undefined, lastDay: string | undefined): string | null {
  if (expiry === "none") return null
  const day = expiry === "custom" ? lastDay : addDays(todayInUtc(), Number(expiry))
  return `${day}T23:59:59.999Z`
}
