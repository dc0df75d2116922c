/** A filter field for text. */
"use client"

import { useId } from "react"
import { cn } from "@/components/ui/class-names"
import { Input } from "@/components/ui/input"
import { FilterField, filterControlClass } from "./filter-field"
import { useUrlValue } from "./use-url-value"

export function FilterText({ label, name, value = "" }: { label: string; name: string; value: string | undefined }) {
  const id = useId()
  const input = useUrlValue<HTMLInputElement>(value)
  return (
    <FilterField id={id} label={label}>
      <Input
        ref={input}
        id={id}
        name={name}
        type="search"
        defaultValue={value}
        maxLength={100}
        className={cn(filterControlClass, "sm:w-32")}
      />
    </FilterField>
  )
}
