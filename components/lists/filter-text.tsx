/** A filter field for text. */
"use client"

import { useId } from "react"
import { Input } from "@/components/ui/input"
import { LabeledField } from "./labeled-field"
import { useUrlValue } from "./use-url-value"

export function FilterText({ label, name, value = "" }: { label: string; name: string; value: string | undefined }) {
  const id = useId()
  const input = useUrlValue<HTMLInputElement>(value)
  return (
    <LabeledField id={id} label={label}>
      <Input
        ref={input}
        id={id}
        name={name}
        type="search"
        defaultValue={value}
        maxLength={100}
        className="h-8 w-full text-table sm:w-56"
      />
    </LabeledField>
  )
}
