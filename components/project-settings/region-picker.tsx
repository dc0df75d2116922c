/** Field for the countries that questions are asked from: the chosen ones, each removable, and a list to add from. */
"use client"

import { useId } from "react"
import { Select } from "@/components/ui/input"

export type Country = { code: string; name: string }

type Props = { countries: Country[]; value: string[]; onChange: (codes: string[]) => void; isDisabled?: boolean }

/** The maximum that the operations accept. */
const maxRegions = 20

export function RegionPicker({ countries, value, onChange, isDisabled }: Props) {
  const id = useId()
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code
  const available = value.length < maxRegions ? countries.filter(({ code }) => !value.includes(code)) : []
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-strong">
        Regions
      </label>
      {value.length > 0 && (
        <ul aria-label="Chosen regions" className="flex flex-wrap gap-1.5">
          {value.map((code) => (
            <li
              key={code}
              className="inline-flex items-center gap-1 rounded-full border border-line bg-surface py-0.5 pr-1 pl-2.5 text-table"
            >
              {nameOf(code)}
              {!isDisabled && (
                <button
                  type="button"
                  aria-label={`Remove ${nameOf(code)}`}
                  className="grid size-6 place-items-center rounded-full text-quiet hover:bg-hover hover:text-text"
                  onClick={() => onChange(value.filter((other) => other !== code))}
                >
                  <span aria-hidden>×</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Select
        id={id}
        disabled={isDisabled}
        className="max-w-80"
        value=""
        onChange={(event) => event.target.value && onChange([...value, event.target.value])}
      >
        <option value="">{available.length > 0 ? "Add a country" : `At most ${maxRegions} regions`}</option>
        {available.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <p className="text-quiet text-small">
        Each prompt is asked once per region. Without a region, prompts are asked without a location.
      </p>
    </div>
  )
}
