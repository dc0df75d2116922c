/** Field for the countries that questions are asked from: the chosen ones, each removable, and a menu to add from. */
"use client"

import { AddMenu } from "@/components/ui/add-menu"

export type Country = { code: string; name: string }

type Props = { countries: Country[]; value: string[]; onChange: (codes: string[]) => void; isDisabled?: boolean }

/** The maximum that the operations accept. */
const maxRegions = 20

export function RegionPicker({ countries, value, onChange, isDisabled }: Props) {
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code
  const isFull = value.length >= maxRegions
  const available = countries.filter(({ code }) => !value.includes(code))
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-strong">Regions</legend>
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
      {!isDisabled && !isFull && (
        <AddMenu
          label="Add a country"
          choices={available.map(({ code, name }) => ({ id: code, label: name }))}
          onAdd={(code) => onChange([...value, code])}
        />
      )}
      <p className="text-quiet text-small">
        Each prompt is asked once per region. Without a region, prompts are asked without a location. Some engines
        ignore the region: Gemini API, OpenAI-compatible API, and OpenAI API and Claude API without web search. With
        several regions, these engines are asked the same question several times, and bill it each time.
        {isFull && ` At most ${maxRegions} regions.`}
      </p>
    </fieldset>
  )
}
