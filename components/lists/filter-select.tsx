/** A filter field with choices. `all` is the label of the first choice, which sets no filter. */
"use client"

import { type ChangeEventHandler, useId } from "react"
import { cn } from "@/components/ui/class-names"
import { Options, Select } from "@/components/ui/input"
import { FilterField, filterControlClass } from "./filter-field"
import { useUrlValue } from "./use-url-value"

type Props = {
  label: string
  name: string
  all?: string
  choices: Record<string, string>
  value: string | undefined
  /** `choices` contains only a part of all choices. A value that is not among them is shown unchanged. */
  isPartial?: boolean
  /** Runs before the form is submitted. */
  onChange?: ChangeEventHandler<HTMLSelectElement>
}

export function FilterSelect({ label, name, all, choices, value = "", isPartial, onChange }: Props) {
  const id = useId()
  const select = useUrlValue<HTMLSelectElement>(value)
  const isMissing = isPartial && value !== "" && !Object.hasOwn(choices, value)
  return (
    <FilterField id={id} label={label}>
      <Select
        ref={select}
        id={id}
        name={name}
        defaultValue={value}
        onChange={onChange}
        className={cn(filterControlClass, "sm:field-sizing-content sm:pr-6")}
      >
        {all && <option value="">{all}</option>}
        {isMissing && <option value={value}>{value}</option>}
        <Options names={choices} />
      </Select>
    </FilterField>
  )
}
