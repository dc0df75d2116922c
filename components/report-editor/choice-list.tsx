/** An ordered list of choices, with buttons to move and remove each one, and a menu to add one. */
"use client"

import { ArrowUpIcon, Cross2Icon } from "@radix-ui/react-icons"
import { AddMenu, type Choice } from "@/components/ui/add-menu"
import { Button } from "@/components/ui/button"

type Props = {
  label: string
  /** The text of the button that adds a choice, such as "Add metric". */
  add: string
  choices: Choice[]
  value: string[]
  max: number
  onChange: (value: string[]) => void
}

export function ChoiceList({ label, add, choices, value, max, onChange }: Props) {
  const labels = new Map(choices.map((choice) => [choice.id, choice.label]))
  const labelOf = (chosen: string) => labels.get(chosen) ?? chosen
  const available = choices.filter((choice) => !value.includes(choice.id))
  return (
    <fieldset className="grid gap-1.5">
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
        <AddMenu label={add} choices={available} onAdd={(added) => onChange([...value, added])} />
      )}
    </fieldset>
  )
}
