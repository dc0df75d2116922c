/** Field for a page's period: a preset or two dates. The choice is stored in the URL. */
"use client"

import Form from "next/form"
import { type ReactNode, useId, useState } from "react"
import { Button } from "@/components/ui/button"
import { Input, Select } from "@/components/ui/input"
import { LabeledField } from "./labeled-field"
import { compareNames, type PeriodInput, rangeNames } from "./ranges"

/** With `compare` in the period, the comparison can be chosen, too. `shown` is the period with its dates. */
type Props = { path: string; periodInput: PeriodInput; shown: { from: string; to: string }; children?: ReactNode }

export function RangePicker({ path, periodInput, shown, children }: Props) {
  const id = useId()
  const [choice, setChoice] = useState(periodInput.range ?? "dates")
  return (
    <Form action={path} scroll={false} className="mb-4 flex flex-wrap items-end gap-3 print:hidden">
      {children}
      <LabeledField id={`${id}-range`} label="Period">
        <Select
          id={`${id}-range`}
          name={choice === "dates" ? undefined : "range"}
          value={choice}
          className="h-8 w-40 text-table"
          onChange={({ target }) => {
            setChoice(target.value)
            // Submits after the next render, because the field's name depends on the choice.
            if (target.value !== "dates") setTimeout(() => target.form?.requestSubmit())
          }}
        >
          {Object.entries(rangeNames).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="dates">custom…</option>
        </Select>
      </LabeledField>
      {choice === "dates" && (
        <>
          <LabeledField id={`${id}-from`} label="From">
            <Input
              id={`${id}-from`}
              type="date"
              name="from"
              defaultValue={shown.from}
              required
              className="h-8 text-table"
            />
          </LabeledField>
          <LabeledField id={`${id}-to`} label="To">
            <Input id={`${id}-to`} type="date" name="to" defaultValue={shown.to} required className="h-8 text-table" />
          </LabeledField>
          <Button type="submit" size="small" className="h-8">
            Show period
          </Button>
        </>
      )}
      {periodInput.compare && (
        <LabeledField id={`${id}-compare`} label="Compared with">
          <Select
            id={`${id}-compare`}
            name="compare"
            defaultValue={periodInput.compare}
            className="h-8 w-40 text-table"
            onChange={({ target }) => target.form?.requestSubmit()}
          >
            {Object.entries(compareNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </LabeledField>
      )}
    </Form>
  )
}
