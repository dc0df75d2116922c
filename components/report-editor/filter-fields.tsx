/** The filters of a metric widget: for each dimension, the values to include. */
"use client"

import { Cross2Icon } from "@radix-ui/react-icons"
import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { useApi } from "@/components/api/provider"
import { AddMenu, type Choice } from "@/components/ui/add-menu"
import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"

type Filter = Record<string, string[]>
type Props = {
  clientId: string
  /** The fields offer the dimension values for which this metric has data. */
  metric: string | undefined
  dimensions: Choice[]
  value: Filter
  onChange: (value: Filter) => void
}

export function FilterFields({ clientId, metric, dimensions, value, onChange }: Props) {
  const available = dimensions.filter(({ id }) => !(id in value))
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-strong">Filters</legend>
      {Object.entries(value).map(([dimension, values]) => (
        <FilterValues
          key={dimension}
          clientId={clientId}
          metric={metric}
          dimension={dimension}
          values={values}
          label={dimensions.find(({ id }) => id === dimension)?.label ?? dimension}
          onChange={(chosen) => onChange({ ...value, [dimension]: chosen })}
          onRemove={() => onChange(withoutDimension(value, dimension))}
        />
      ))}
      {available.length > 0 && (
        <AddMenu label="Add filter" choices={available} onAdd={(added) => onChange({ ...value, [added]: [] })} />
      )}
    </fieldset>
  )
}

const withoutDimension = (filter: Filter, dimension: string): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([id]) => id !== dimension))

type ValuesProps = {
  clientId: string
  metric: string | undefined
  dimension: string
  label: string
  values: string[]
  onChange: (values: string[]) => void
  onRemove: () => void
}

/** The fields offer the values with the highest totals of the last 90 days, up to this number. */
const maxValues = 50

function FilterValues({ clientId, metric, dimension, label, values, onChange, onRemove }: ValuesProps) {
  const id = useId()
  const api = useApi()
  const { data, isPending, isError } = useQuery(
    api.clients.queryMetrics.queryOptions(
      {
        client_id: clientId,
        metrics: [metric as never],
        dimensions: [dimension as never],
        range: "last_90_days",
        limit: maxValues,
      },
      { enabled: metric !== undefined },
    ),
  )
  const storedValues = data?.data.rows.flatMap(({ dims }) => dims[dimension] || []) ?? []
  const choices = [...new Set([...values, ...storedValues])]
  return (
    <fieldset aria-labelledby={id} className="rounded-box border border-line px-3 py-2">
      <div className="flex items-center justify-between">
        <span id={id}>{label} is one of</span>
        <Button kind="quiet" size="icon" aria-label={`Remove filter ${label}`} onClick={onRemove}>
          <Cross2Icon aria-hidden />
        </Button>
      </div>
      <div className="max-h-40 overflow-y-auto">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            checked={values.includes(choice)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, choice] : values.filter((value) => value !== choice))
            }
          >
            <span className="break-all">{choice}</span>
          </Checkbox>
        ))}
        {choices.length === 0 && (
          <p className="text-quiet text-table">
            {isError && "The values could not be loaded. Remove the filter and add it again."}
            {metric === undefined ? "Add a metric first." : isPending && "Loading…"}
            {data && `No data by ${label.toLowerCase()} in the last 90 days.`}
          </p>
        )}
      </div>
    </fieldset>
  )
}
