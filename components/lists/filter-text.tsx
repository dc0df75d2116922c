/** A filter field for text. */
"use client"

import { useId } from "react"
import { Input } from "@/components/ui/input"
import { Labelled } from "./labelled"
import { useAddressValue } from "./use-address-value"

export function FilterText({ label, name, value = "" }: { label: string; name: string; value: string | undefined }) {
  const id = useId()
  const input = useAddressValue<HTMLInputElement>(value)
  return (
    <Labelled id={id} label={label}>
      <Input
        ref={input}
        id={id}
        name={name}
        type="search"
        defaultValue={value}
        maxLength={100}
        className="h-8 w-full text-table sm:w-56"
      />
    </Labelled>
  )
}
