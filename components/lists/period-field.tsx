/**
 * The field for a period, in a `FilterForm`: a preset, or a start and an end date. The choice is stored in the URL, and
 * the server says what is wrong with the dates, so the field also works without scripts.
 */
"use client"

import { type ComponentProps, useId, useState } from "react"
import { flushSync } from "react-dom"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"
import { FilterField, filterControlClass } from "./filter-field"
import { FilterSelect } from "./filter-select"
import { type Compare, compareNames, custom, type PeriodChoice } from "./ranges"
import { useUrlValue } from "./use-url-value"

type Props = {
  label?: string
  /** The URL parameter of the preset. */
  name?: string
  presets: Record<string, string>
  /** The label of the first choice, which sets no period. */
  all?: string
  period: PeriodChoice
  /** Offers presets only, without "custom…". */
  hasNoDates?: boolean
  /** Shows the field for the comparison, with this choice. */
  compare?: Compare
}

export function PeriodField({
  label = "Period",
  name = "range",
  presets,
  all,
  period,
  compare,
  hasNoDates = false,
}: Props) {
  const [isCustom, setIsCustom] = useIsCustom(period.choice)
  return (
    <>
      <FilterSelect
        label={label}
        name={name}
        {...(all && { all })}
        choices={hasNoDates ? presets : { ...presets, [custom]: "custom…" }}
        value={period.choice}
        onChange={(event) => {
          const asksForDates = event.target.value === custom
          // The form is submitted right after this event, so the date fields are removed before that.
          flushSync(() => setIsCustom(asksForDates))
          if (asksForDates) event.stopPropagation()
        }}
      />
      {isCustom && !hasNoDates && <Dates period={period} />}
      {compare && <FilterSelect label="Compared with" name="compare" choices={compareNames} value={compare} />}
    </>
  )
}

function Dates({ period: { from, to, error } }: { period: PeriodChoice }) {
  const errorId = useId()
  const field = error ? { "aria-invalid": true, "aria-describedby": errorId } : {}
  return (
    <>
      <DateField label="From" name="from" value={from} {...field} />
      <DateField label="To" name="to" value={to} {...field} />
      {/* With `asChild`, because `Button` itself has `aria-disabled` until hydration. This one works without scripts. */}
      <Button asChild size="small" className="h-8">
        <button type="submit">Show period</button>
      </Button>
      {error && (
        <p id={errorId} role="alert" className="order-last col-span-full w-full text-danger-text text-small">
          {error}
        </p>
      )}
    </>
  )
}

type DateFieldProps = Omit<ComponentProps<"input">, "value"> & { label: string; value: string | undefined }

function DateField({ label, value = "", ...field }: DateFieldProps) {
  const id = useId()
  const input = useUrlValue<HTMLInputElement>(value)
  return (
    <FilterField id={id} label={label}>
      <Input
        ref={input}
        id={id}
        type="date"
        defaultValue={value}
        min="1970-01-02"
        max="2199-12-30"
        className={filterControlClass}
        {...field}
      />
    </FilterField>
  )
}

/** Whether the date fields are open. A choice in the field changes this, and so does a link that changes the URL. */
function useIsCustom(choice: string) {
  const [isCustom, setIsCustom] = useState(choice === custom)
  const [choiceInUrl, setChoiceInUrl] = useState(choice)
  if (choiceInUrl !== choice) {
    setChoiceInUrl(choice)
    setIsCustom(choice === custom)
  }
  return [isCustom, setIsCustom] as const
}
