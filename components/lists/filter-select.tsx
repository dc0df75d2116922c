/** One filter: a list of choices; `all` names the first, which is none. */
"use client"

import { useEffect, useId, useRef } from "react"
import { Select } from "@/components/ui/input"

type Props = { label: string; name: string; all?: string; choices: Record<string, string>; value: string | undefined }

export function FilterSelect({ label, name, all, choices, value = "" }: Props) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  // A link on the page may have chosen another one since.
  useEffect(() => {
    if (select.current) select.current.value = value
  }, [value])
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-quiet text-small">
        {label}
      </label>
      <Select ref={select} id={id} name={name} defaultValue={value} className="h-8 w-auto min-w-36 text-table">
        {all && <option value="">{all}</option>}
        {Object.entries(choices).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  )
}
