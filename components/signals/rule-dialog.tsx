/** Dialog that adds or changes a signal rule. */
"use client"

import { type ComponentProps, useState } from "react"
import type { Problem } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { maxMenuLength } from "@/components/clients/client-choices"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SearchSelect } from "@/components/frame/search-select"
import { Button } from "@/components/ui/button"
import { Input, Options, Select } from "@/components/ui/input"
import { type Rule, type RuleChoices, readParams, readScope } from "./rule-labels"
import { RuleParams } from "./rule-params"
import { type Signal, severityNames, typeNames } from "./signal-labels"

type Props = {
  /** The rule to change. */
  rule?: Rule
  /** The first values of a new rule. */
  initial?: InitialRule
  choices: RuleChoices
  /** Given in a list of types. The button then names the type, for screen readers. */
  typeName?: string
}
type InitialRule = Pick<Rule, "type" | "sensitivity" | "params" | "client_id">

export function RuleDialog({ rule, initial, choices, typeName }: Props) {
  return (
    <FormDialog
      trigger={<OpenButton rule={rule} typeName={typeName} />}
      title={rule ? `Edit ${rule.name}` : "Add a rule"}
      className="max-w-xl"
    >
      {(close) => <RuleForm rule={rule} initial={initial} choices={choices} onDone={close} />}
    </FormDialog>
  )
}

type OpenButtonProps = Pick<Props, "rule" | "typeName"> & ComponentProps<typeof Button>

/** The dialog's trigger passes further props to its child. */
function OpenButton({ rule, typeName, ...props }: OpenButtonProps) {
  if (rule)
    return (
      <Button {...props} size="small" kind="quiet" aria-label={`Edit ${rule.name}`}>
        Edit
      </Button>
    )
  if (typeName)
    return (
      <Button {...props} size="small" kind="quiet" aria-label={`Add rule for ${typeName}`}>
        Add rule
      </Button>
    )
  return (
    <Button {...props} kind="primary">
      Add rule
    </Button>
  )
}

const fields = ["name", "type", "params", "sensitivity", "severity_floor", "cooldown_hours"]

type FormProps = {
  rule: Rule | undefined
  initial: InitialRule | undefined
  choices: RuleChoices
  onDone: () => void
}

function RuleForm({ rule, initial, choices, onDone }: FormProps) {
  const start = rule ?? initial
  const api = useApi()
  const [type, setType] = useState<Signal["type"]>(start?.type ?? "metric_anomaly")
  const adding = useAction(api.signalRules.create.mutationOptions(), { done: "Rule added", onDone })
  const changing = useAction(api.signalRules.update.mutationOptions(), { done: "Rule changed", onDone })
  const { isBusy, problem } = rule ? changing : adding
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const values = formValues(event)
        const settings = readSettings(type, values)
        if (rule) changing.run({ rule_id: rule.id, ...settings, is_enabled: values.state === "on" })
        else adding.run({ type, ...readScope(values.scope), ...settings, is_enabled: values.state === "on" })
      }}
    >
      <ProblemNote problem={problem} fields={fields} />
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={rule?.name} />
      </Field>
      {!rule && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Type" name="type" problem={problem}>
            <Select value={type} onChange={({ target }) => setType(target.value as Signal["type"])}>
              <Options names={typeNames} />
            </Select>
          </Field>
          <ScopeField choices={choices} clientId={initial?.client_id} />
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <RuleParams key={type} type={type} rule={start} metrics={choices.metrics} problem={problem} />
        <CommonSettings rule={rule} problem={problem} />
      </div>
      <DialogFormActions isBusy={isBusy}>{rule ? "Save rule" : "Add rule"}</DialogFormActions>
    </form>
  )
}

type SettingsProps = Pick<FormProps, "rule"> & { problem: Problem | null }

/** The settings that rules of all types have. */
function CommonSettings({ rule, problem }: SettingsProps) {
  return (
    <>
      <Field
        label="Lowest severity"
        name="severity_floor"
        hint="Less severe findings create no signal."
        problem={problem}
      >
        <Select defaultValue={rule?.severity_floor ?? "info"}>
          <Options names={severityNames} />
        </Select>
      </Field>
      <Field label="Detection" name="state">
        <Select defaultValue={rule?.is_enabled === false ? "off" : "on"}>
          <option value="on">on</option>
          <option value="off">off</option>
        </Select>
      </Field>
      <Field
        label="Cooldown in hours"
        name="cooldown_hours"
        hint="How long the same condition creates no new signal after one ends."
        problem={problem}
      >
        <Input type="number" required min={0} max={2_160} step={1} defaultValue={rule?.cooldown_hours ?? 72} />
      </Field>
    </>
  )
}

type ScopeProps = { choices: RuleChoices; clientId: string | null | undefined }

/** A select of all clients and projects, or a search if the team has many. */
function ScopeField({ choices: { clients: clientChoices, projects }, clientId }: ScopeProps) {
  const { clients, chosen } = clientChoices
  const [scope, setScope] = useState(() => [chosen, ...clients].find((client) => client?.id === clientId) ?? null)
  if (clients.length > maxMenuLength || projects.length > maxMenuLength)
    return (
      <Field label="Applies to" name="scope">
        <SearchSelect
          kind="ruleScopes"
          label="Applies to"
          searchLabel="Choose a client or project"
          value={scope}
          emptyLabel="All clients"
          allLabel="All clients"
          className="h-9 w-full px-3"
          onChoose={setScope}
        />
      </Field>
    )
  return (
    <Field label="Applies to" name="scope">
      <Select defaultValue={clientId ?? ""}>
        <option value="">All clients</option>
        <optgroup label="Clients">
          <Options names={clients.map(({ id, name }) => [id, name])} />
        </optgroup>
        {projects.length > 0 && (
          <optgroup label="AI visibility projects">
            <Options names={projects.map(({ id, name }) => [id, name])} />
          </optgroup>
        )}
      </Select>
    </Field>
  )
}

const readSettings = (type: Signal["type"], values: Record<string, string>) => ({
  name: values.name ?? "",
  params: readParams(type, values),
  ...(values.sensitivity &&
    values.sensitivity !== "custom" && { sensitivity: values.sensitivity as Rule["sensitivity"] }),
  severity_floor: values.severity_floor as Rule["severity_floor"],
  cooldown_hours: Number(values.cooldown_hours),
})
