/** Dialog that changes a team's plan, its custom limits, and whether it may use the operator's engines. */
"use client"

import { type FormEvent, useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"
import { NumberInput, Options, Select } from "@/components/ui/input"
import { count } from "@/domain/kernel/format-count"
import { limitLabels, limitNames, type OperatedTeam, type PlanChoice } from "./limit-labels"

type Props = { team: OperatedTeam; plans: PlanChoice[]; allUseOperatorEngines: boolean }

export function EditTeamDialog(props: Props) {
  return (
    <FormDialog
      trigger={
        <Button size="small" aria-label={`Edit ${props.team.name}`}>
          Edit
        </Button>
      }
      title={`Edit ${props.team.name}`}
      className="max-w-xl"
    >
      {(close) => <TeamForm {...props} onDone={close} />}
    </FormDialog>
  )
}

const fields = ["plan", ...limitNames.map((name) => `limits.${name}`)]

function TeamForm({ team, plans, allUseOperatorEngines, onDone }: Props & { onDone: () => void }) {
  const api = useApi()
  const [planId, setPlanId] = useState(team.plan)
  const { run, isBusy, problem } = useAction(api.installation.updateTeam.mutationOptions(), {
    done: "Team updated",
    onDone,
  })
  const planLimits = plans.find(({ id }) => id === planId)?.limits
  const losesApi = planId === "free" && team.plan !== "free"
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => run({ team_id: team.id, ...changesIn(event, allUseOperatorEngines) })}
    >
      <ProblemNote problem={problem} fields={fields} />
      <Field
        label="Plan"
        name="plan"
        hint={
          losesApi
            ? "The team's API keys, webhooks, MCP apps and share links stop within two seconds. MCP apps must then be connected again. Nothing else is deleted."
            : "Takes effect within two seconds."
        }
        problem={problem}
      >
        <Select value={planId} onChange={(event) => setPlanId(event.target.value as OperatedTeam["plan"])}>
          <Options names={plans.map(({ id, label }) => [id, label])} />
        </Select>
      </Field>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-3 text-quiet">Limits for this team. Leave a field empty to use the plan's limit.</legend>
        {limitNames.map((name) => (
          <Field key={name} label={limitLabels[name]} name={`limits.${name}`} problem={problem}>
            <NumberInput
              min={0}
              max={1_000_000_000}
              defaultValue={team.limits[name] ?? ""}
              placeholder={planLimits && `${count(planLimits[name])} in the plan`}
            />
          </Field>
        ))}
      </fieldset>
      {allUseOperatorEngines ? (
        <p className="text-quiet">SIGNALBOX_OPERATOR_ENGINES lets every team use the engines that you pay for.</p>
      ) : (
        <Checkbox name="may_use_operator_engines" defaultChecked={team.may_use_operator_engines}>
          Allow the engines that you pay for (AI_ENGINE_URLS)
        </Checkbox>
      )}
      <DialogFormActions isBusy={isBusy}>Save team</DialogFormActions>
    </form>
  )
}

function changesIn(event: FormEvent<HTMLFormElement>, allUseOperatorEngines: boolean) {
  const values = formValues(event)
  const limits = limitNames.map((name) => [name, numberOrNull(values[`limits.${name}`])])
  return {
    plan: values["plan"] as OperatedTeam["plan"],
    limits: Object.fromEntries(limits) as NonNullable<Inputs["installation"]["updateTeam"]["limits"]>,
    ...(!allUseOperatorEngines && { may_use_operator_engines: values["may_use_operator_engines"] !== undefined }),
  }
}

/** Null for an empty field: the plan's limit applies. */
const numberOrNull = (text = "") => (text.trim() === "" ? null : Number(text))
