/**
 * Form that chooses the sentiment model: the engine that classifies how answers speak of brands. Read-only without
 * permission.
 */
"use client"

import { type FormEvent, useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data, Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input, NumberInput, Options, Select } from "@/components/ui/input"
import { useEarlyInput } from "@/components/ui/use-early-input"
import { count, pluralize } from "@/domain/kernel/format-count"
import type { Engine } from "./engine-labels"

type SentimentModel = Data<"aiVisibility", "getSentimentModel">
type Change = Inputs["aiVisibility"]["setUpSentimentModel"]
type Props = { sentimentModel: SentimentModel; engines: Engine[]; isAdmin: boolean }

export function SentimentModelForm({ sentimentModel, engines, isAdmin }: Props) {
  const api = useApi()
  const [engineId, setEngineId] = useState(sentimentModel.is_enabled ? (sentimentModel.engine_id ?? "") : "")
  const engineField = useEarlyInput<HTMLSelectElement>(({ value }) => setEngineId(value))
  const { run, isBusy, problem } = useAction(api.aiVisibility.setUpSentimentModel.mutationOptions(), {
    done: "Sentiment settings saved",
  })
  const choices = engines.filter((engine) => engine.is_enabled || engine.engine_id === sentimentModel.engine_id)
  const chosen = engines.find((engine) => engine.engine_id === engineId)
  if (!isAdmin) return <Summary sentimentModel={sentimentModel} />
  if (choices.length === 0)
    return <p className="text-quiet">Set up an engine above first. The sample engine cannot classify sentiment.</p>
  return (
    <form method="post" className="grid max-w-[640px] gap-5" onSubmit={(event) => run(settingsIn(event, chosen))}>
      <ProblemNote problem={problem} fields={["engine_id", "model", "monthly_budget"]} />
      <Field
        label="Sentiment model"
        name="engine_id"
        hint={
          chosen
            ? "From the next scan on, it reads each answer once. Your account with the engine is charged."
            : "Sentiment is off."
        }
        problem={problem}
      >
        <Select ref={engineField} value={engineId} onChange={(event) => setEngineId(event.target.value)}>
          <option value="">Off</option>
          <Options
            names={choices.map(({ engine_id, name, is_enabled }) => [engine_id, is_enabled ? name : `${name} (off)`])}
          />
        </Select>
      </Field>
      {chosen && (
        <>
          <Field
            label="Model"
            name="model"
            hint="A small model is sufficient. Leave it empty to use the engine's model."
            problem={problem}
          >
            <Input
              key={chosen.engine_id}
              maxLength={120}
              spellCheck={false}
              placeholder={chosen.model}
              defaultValue={chosen.engine_id === sentimentModel.engine_id ? (sentimentModel.model ?? "") : ""}
              className="font-mono text-table"
            />
          </Field>
          <Field
            label="Maximum answers per month"
            name="monthly_budget"
            hint={`Leave it empty for the plan's limit. ${usageLabel(sentimentModel)}`}
            problem={problem}
          >
            <NumberInput
              min={1}
              max={1_000_000}
              defaultValue={sentimentModel.monthly_budget || undefined}
              className="w-36"
            />
          </Field>
        </>
      )}
      <div>
        <SubmitButton kind="primary" isBusy={isBusy}>
          Save sentiment
        </SubmitButton>
      </div>
    </form>
  )
}

/** Reads the form. Without an engine, sentiment is switched off. */
function settingsIn(event: FormEvent<HTMLFormElement>, engine: Engine | undefined): Change {
  const { model = "", monthly_budget = "0" } = formValues(event)
  if (!engine) return { is_enabled: false }
  return {
    engine_id: engine.engine_id as NonNullable<Change["engine_id"]>,
    model: model.trim() || null,
    monthly_budget: Number(monthly_budget),
    is_enabled: true,
  }
}

function Summary({ sentimentModel }: { sentimentModel: SentimentModel }) {
  if (!sentimentModel.is_enabled) return <p>Sentiment is off. Owners and admins can choose a model to turn it on.</p>
  return (
    <p>
      {sentimentModel.engine_name} classifies sentiment with <code>{sentimentModel.used_model}</code>
      {sentimentModel.is_engine_set_up
        ? ". "
        : ", but the engine is switched off or not set up, so sentiment stays empty. "}
      <span className="text-quiet">{usageLabel(sentimentModel)}</span>
    </p>
  )
}

const usageLabel = ({ judged_this_month, left_this_month }: SentimentModel) =>
  `${pluralize(judged_this_month, "classification")} this month, ${count(left_this_month)} left.`
