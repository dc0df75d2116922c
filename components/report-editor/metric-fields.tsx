/** The fields of a widget that queries metrics. */
"use client"

import { Field } from "@/components/forms/field"
import { NumberInput, Options, Select } from "@/components/ui/input"
import { ChoiceList } from "./choice-list"
import type { EditorChoices } from "./editor-choices"
import { FilterFields } from "./filter-fields"
import type { EditedWidget } from "./layout-changes"
import { type MetricQuery, maxDimensions, metricQueryOf } from "./widget-kinds"

const granularityNames = { day: "day", week: "week", month: "month" }
/** The maximum that the API accepts. */
const maxMetrics = 20

type Props = {
  widget: EditedWidget
  choices: EditorChoices
  onChange: (query: EditedWidget["query"]) => void
}

export function MetricFields({ widget, choices, onChange }: Props) {
  const { kind } = widget
  const query = metricQueryOf(widget)
  const change = (part: Partial<MetricQuery>) => onChange(withoutUnknownOrder({ ...query, ...part }, kind))
  const dimensionLimit = maxDimensions[kind] ?? 0
  return (
    <>
      <ChoiceList
        label="Metrics"
        add="Add metric"
        choices={choices.metrics}
        value={query.metrics}
        max={maxMetrics}
        onChange={(metrics) => change({ metrics })}
      />
      {dimensionLimit > 0 && (
        <ChoiceList
          label={dimensionsLabel(kind)}
          add="Add dimension"
          choices={choices.dimensions}
          value={query.dimensions}
          max={dimensionLimit}
          onChange={(dimensions) => change({ dimensions })}
        />
      )}
      <FilterFields
        clientId={choices.clientId}
        metric={query.metrics[0]}
        dimensions={choices.dimensions}
        value={query.filter}
        onChange={(filter) => change({ filter })}
      />
      {kind !== "metric" && (
        <div className="grid gap-5 sm:grid-cols-2">
          {kind === "time_series" && <GranularityField query={query} change={change} />}
          {kind !== "time_series" && <OrderField query={query} choices={choices} change={change} />}
          <LimitField kind={kind} query={query} change={change} />
        </div>
      )}
    </>
  )
}

function dimensionsLabel(kind: EditedWidget["kind"]) {
  if (kind === "time_series") return "One line for each"
  return maxDimensions[kind] === 1 ? "Dimension" : "Dimensions"
}

type FieldProps = {
  query: MetricQuery
  change: (part: Partial<MetricQuery>) => void
}

function GranularityField({ query, change }: FieldProps) {
  return (
    <Field label="One point for each" name="granularity">
      <Select value={query.granularity ?? "day"} onChange={({ target }) => change({ granularity: target.value })}>
        <Options names={granularityNames} />
      </Select>
    </Field>
  )
}

/** The number of lines of a chart, or of rows of a table. */
function LimitField({ kind, query, change }: FieldProps & { kind: EditedWidget["kind"] }) {
  const [label, hint] =
    kind === "time_series"
      ? ["Lines", "The largest ones. A chart shows at most 5 lines."]
      : ["Rows", "The others are added up in one row."]
  return (
    <Field label={label} name="limit" hint={hint}>
      <NumberInput
        min={1}
        max={kind === "table" ? 10_000 : 50}
        required
        value={query.limit ?? 10}
        onChange={({ target }) => change({ limit: target.valueAsNumber })}
      />
    </Field>
  )
}

function OrderField({ query, choices, change }: FieldProps & Pick<Props, "choices">) {
  const chosen = [...choices.metrics, ...choices.dimensions].filter(({ id }) =>
    [...query.metrics, ...query.dimensions].includes(id),
  )
  return (
    <Field label="Order" name="order_by">
      <Select value={query.order_by ?? ""} onChange={({ target }) => change({ order_by: target.value })}>
        <option value="">First metric, largest first</option>
        {chosen.map(({ id, label }) => [
          <option key={`-${id}`} value={`-${id}`}>
            {label}, descending
          </option>,
          <option key={id} value={id}>
            {label}, ascending
          </option>,
        ])}
      </Select>
    </Field>
  )
}

/** Removes an order by a metric or dimension that is no longer in the query, because the API would refuse it. */
function withoutUnknownOrder({ order_by, dimensions, ...query }: MetricQuery, kind: EditedWidget["kind"]) {
  const isKnown = order_by && [...query.metrics, ...dimensions].includes(order_by.replace(/^-/, ""))
  return { ...query, ...(kind !== "metric" && { dimensions }), ...(isKnown && { order_by }) }
}
