/** A filter field for a date. */
"use client"

import { useId } from "react"
import { Input } from "@/components/ui/input"
import { Labelled } from "./labelled"
import { useAddressValue } from "./use-address-value"

export function FilterDate({ label, name, value = "" }: { label: string; name: string; value: string | undefined }) {
  const id = useId()
  const input = useAddressValue<HTMLInputElement>(value)
  return (
    <Labelled id={id} label={label}>
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
    </Labelled>
  )
}
