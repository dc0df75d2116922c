/**
 * A form field with its label, hint and error. After a failed submit, the first wrong field of the form has the focus.
 */
"use client"

import { Slot } from "radix-ui"
import { type ReactElement, useEffect, useId } from "react"
import { fieldErrorAt, type Problem } from "@/components/api/problem"

type Props = {
  label: string
  /** The field's name in the operation's input. Errors of the operation are matched by it. */
  name: string
  hint?: string
  problem?: Problem | null
  /** For an error that `problem` does not have under `name`. */
  error?: string | undefined
  children: ReactElement
}

export function Field({ label, name, hint, problem, error = fieldErrorAt(problem, name), children }: Props) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <Slot.Root
        id={id}
        // `Slot` passes all props to the field, but its type does not list `name`.
        {...{ name }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      >
        {children}
      </Slot.Root>
      {hint && (
        <p id={`${id}-hint`} className="text-quiet text-small">
          {hint}
        </p>
      )}
      {error && <FieldError fieldId={id}>{error}</FieldError>}
    </div>
  )
}

/** Moves the focus when it appears, which is after each failed submit, because a new submit removes old errors. */
function FieldError({ fieldId, children }: { fieldId: string; children: string }) {
  useEffect(() => {
    const field = document.getElementById(fieldId)
    // A confirmation dialog can have a field without a form.
    const firstWrongField = field?.closest("form, [role=dialog]")?.querySelector("[aria-invalid=true]")
    if (field === firstWrongField) field?.focus()
  }, [fieldId])
  return (
    <p id={`${fieldId}-error`} className="text-danger-text text-small">
      {children}
    </p>
  )
}
