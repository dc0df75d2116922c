/** A filter field for text, or for a number. */
"use client"

import { useId } from "react"
import { cn } from "@/components/ui/class-names"
import { Input } from "@/components/ui/input"
import { FilterField, filterControlClass } from "./filter-field"
import { useUrlValue } from "./use-url-value"

type Props = {
  label: string
  name: string
  value: string | undefined
  /** Makes it a field for numbers, within these limits. */
  number?: { min?: number; max?: number; step: number | "any" }
}

export function FilterText({ label, name, value = "", number }: Props) {
  const id = useId()
  const input = useUrlValue<HTMLInputElement>(value)
  return (
    <FilterField id={id} label={label}>
      <Input
        ref={input}
        id={id}
        name={name}
        {...(number ? { type: "number", ...number } : { type: "search", maxLength: 100 })}
        defaultValue={value}
        className={cn(filterControlClass, number ? "sm:w-20" : "sm:w-32")}
      />
    </FilterField>
  )
}
