/** A filter field for a date. */
"use client"

import { useId } from "react"
import { Input } from "@/components/ui/input"
import { LabeledField } from "./labeled-field"
import { useUrlValue } from "./use-url-value"

export function FilterDate({ label, name, value = "" }: { label: string; name: string; value: string | undefined }) {
  const id = useId()
  const input = useUrlValue<HTMLInputElement>(value)
  return (
    <LabeledField id={id} label={label}>
      <Input
        ref={input}
        id={id}
        name={name}
        type="date"
        defaultValue={value}
        className="h-8 text-table"
        onChange={({ target }) => {
          if (target.value === "" || target.validity.valid) target.form?.requestSubmit()
        }}
      />
    </LabeledField>
  )
}
