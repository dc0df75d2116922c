/** A filter field with choices. `all` is the label of the first choice, which sets no filter. */
"use client"

import { type ChangeEventHandler, useId } from "react"
import { Select } from "@/components/ui/input"
import { LabeledField } from "./labeled-field"
import { useUrlValue } from "./use-url-value"

type Props = {
  label: string
  name: string
  all?: string
  choices: Record<string, string>
  value: string | undefined
  /** `choices` is the start of a longer list. A value that is not in it is shown as it is. */
  isPartial?: boolean
  /** Runs before the form is submitted. */
  onChange?: ChangeEventHandler<HTMLSelectElement>
}

export function FilterSelect({ label, name, all, choices, value = "", isPartial, onChange }: Props) {
  const id = useId()
  const select = useUrlValue<HTMLSelectElement>(value)
  const isMissing = isPartial && value !== "" && !Object.hasOwn(choices, value)
  return (
    <LabeledField id={id} label={label}>
      <Select
        ref={select}
        id={id}
        name={name}
        defaultValue={value}
        onChange={onChange}
        className="h-8 w-full text-table sm:field-sizing-content sm:w-auto sm:min-w-28"
      >
        {all && <option value="">{all}</option>}
        {isMissing && <option value={value}>{value}</option>}
        {Object.entries(choices).map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </Select>
    </LabeledField>
  )
}
