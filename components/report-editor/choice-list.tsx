/** An ordered list of choices, with buttons to move and remove each one, and a select to add one. */
"use client"

import { ArrowUpIcon, Cross2Icon } from "@radix-ui/react-icons"
import { useId } from "react"
import { Button } from "@/components/ui/button"
import { Select } from "@/components/ui/input"

export type Choice = { id: string; label: string; group?: string }
type Props = {
  label: string
  hint?: string
  /** The first option of the select, such as "Add metric…". */
  add: string
  choices: Choice[]
  value: string[]
  max: number
  error?: string | undefined
  onChange: (value: string[]) => void
}

export function ChoiceList({ label, hint, add, choices, value, max, error, onChange }: Props) {
  const id = useId()
  const labels = new Map(choices.map((choice) => [choice.id, choice.label]))
  const labelOf = (chosen: string) => labels.get(chosen) ?? chosen
  const available = choices.filter((choice) => !value.includes(choice.id))
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 font-strong">{label}</legend>
      {value.length > 0 && (
        <ol className="grid gap-1">
          {value.map((chosen, index) => (
            <li key={chosen} className="flex items-center gap-1 rounded-box border border-line py-0.5 pr-0.5 pl-3">
              <span className="min-w-0 flex-1 truncate">{labelOf(chosen)}</span>
              {index > 0 && (
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label={`Move ${labelOf(chosen)} up`}
                  onClick={() => onChange(value.toSpliced(index, 1).toSpliced(index - 1, 0, chosen))}
                >
                  <ArrowUpIcon aria-hidden />
                </Button>
              )}
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Remove ${labelOf(chosen)}`}
                onClick={() => onChange(value.toSpliced(index, 1))}
              >
                <Cross2Icon aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      )}
      {value.length < max && available.length > 0 && (
        <Select aria-label={add} value="" onChange={({ target }) => onChange([...value, target.value])}>
          <option value="">{add}…</option>
          <Options choices={available} />
        </Select>
      )}
      {hint && <p className="text-quiet text-small">{hint}</p>}
      {error && (
        <p id={`${id}-error`} className="text-danger-text text-small">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The options of a select. Choices with a group are in an `optgroup`. */
function Options({ choices }: { choices: Choice[] }) {
  return [...Map.groupBy(choices, ({ group }) => group ?? "")].map(([group, members]) => {
    const options = members.map(({ id, label }) => (
      <option key={id} value={id}>
        {label}
      </option>
    ))
    return group ? (
      <optgroup key={group} label={group}>
        {options}
      </optgroup>
    ) : (
      options
    )
  })
}
