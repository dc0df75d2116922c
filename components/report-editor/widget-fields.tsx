/** The fields of a widget. They depend on its kind. */
"use client"

import { Field } from "@/components/forms/field"
import type { Choice } from "@/components/ui/add-menu"
import { NumberInput, Options, Select, Textarea } from "@/components/ui/input"
import type { EditorChoices } from "./editor-choices"
import type { EditedWidget } from "./layout-changes"
import { MetricFields } from "./metric-fields"
import { isMetricKind } from "./widget-kinds"

type Props = {
  widget: EditedWidget
  choices: EditorChoices
  onChange: (widget: EditedWidget) => void
}

export function WidgetFields({ widget, choices, onChange }: Props) {
  const { kind, query, options } = widget
  const changeQuery = (changed: EditedWidget["query"]) => onChange({ ...widget, query: changed })
  const set = (name: string, value: unknown) => changeQuery({ ...query, [name]: value })
  if (isMetricKind(kind)) return <MetricFields widget={widget} choices={choices} onChange={changeQuery} />
  if (kind === "text")
    return (
      <Field label="Text" name="text" hint="Markdown, such as **bold** and lists. Links belong in commentary.">
        <Textarea
          rows={10}
          maxLength={5_000}
          value={String(options["text"] ?? "")}
          onChange={({ target }) => onChange({ ...widget, options: { ...options, text: target.value } })}
        />
      </Field>
    )
  if (kind === "goal")
    return (
      <ChoiceField
        label="Goal"
        name="goal_id"
        value={query["goal_id"]}
        choices={choices.goals}
        emptyText="This client has no goals. Create one on the client's page, under Goals."
        set={set}
      />
    )
  if (kind === "signals")
    return (
      <>
        <Field label="Severity" name="min_severity">
          <Select
            value={String(query["min_severity"] ?? "info")}
            onChange={({ target }) => set("min_severity", target.value)}
          >
            <option value="info">all</option>
            <option value="warning">warning and critical</option>
            <option value="critical">critical</option>
          </Select>
        </Field>
        <RowLimitField query={query} set={set} maxRows={50} />
      </>
    )
  return (
    <>
      <ChoiceField
        label="AI visibility project"
        name="project_id"
        value={query["project_id"]}
        choices={choices.projects}
        emptyText="This client has no AI visibility project. Create one under AI visibility."
        set={set}
      />
      {kind === "citations" && (
        <Field label="Sources" name="entity">
          <Select value={String(query["entity"] ?? "domain")} onChange={({ target }) => set("entity", target.value)}>
            <option value="domain">domains</option>
            <option value="url">pages</option>
          </Select>
        </Field>
      )}
      <RowLimitField query={query} set={set} maxRows={kind === "citations" ? 50 : 1_000} />
    </>
  )
}

type SetProps = { set: (name: string, value: unknown) => void }
type PickProps = SetProps & { label: string; name: string; value: unknown; choices: Choice[]; emptyText: string }

function ChoiceField({ label, name, value, choices, emptyText, set }: PickProps) {
  if (choices.length === 0) return <p className="text-quiet">{emptyText}</p>
  return (
    <Field label={label} name={name}>
      <Select value={String(value ?? "")} onChange={({ target }) => set(name, target.value)}>
        <Options names={choices.map(({ id, label }) => [id, label])} />
      </Select>
    </Field>
  )
}

type LimitProps = SetProps & { query: EditedWidget["query"]; maxRows: number }

const RowLimitField = ({ query, set, maxRows }: LimitProps) => (
  <Field label="Rows" name="limit">
    <NumberInput
      min={1}
      max={maxRows}
      required
      value={Number(query["limit"] ?? 10)}
      onChange={({ target }) => set("limit", target.valueAsNumber)}
    />
  </Field>
)
