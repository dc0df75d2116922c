/** Form that chooses the sentiment model: the engine that classifies how answers speak of brands. Read-only without permission. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data, Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input, NumberInput, Select } from "@/components/ui/input"
import type { Engine } from "./engine-words"

type Judge = Data<"aiVisibility", "getJudge">
type Change = Inputs["aiVisibility"]["setUpJudge"]
type Props = { judge: Judge; engines: Engine[]; isAdmin: boolean }

export function JudgeForm({ judge, engines, isAdmin }: Props) {
  const api = useApi()
  const [engineId, setEngineId] = useState(judge.is_enabled ? (judge.engine_id ?? "") : "")
  const { run, isBusy, problem } = useAction(api.aiVisibility.setUpJudge.mutationOptions(), {
    done: "Sentiment changed",
  })
  const choices = engines.filter((engine) => engine.is_enabled || engine.engine_id === judge.engine_id)
  const chosen = engines.find((engine) => engine.engine_id === engineId)
  if (!isAdmin) return <InWords judge={judge} />
  if (choices.length === 0)
    return <p className="text-quiet">Set one of the engines above up first. The sample engine judges nothing.</p>
  return (
    <form
      method="post"
      className="grid max-w-[640px] gap-5"
      onSubmit={(event) => {
        const { model = "", monthly_budget = "0" } = formValues(event)
        run(
          chosen
            ? {
                engine_id: chosen.engine_id as NonNullable<Change["engine_id"]>,
                model: model.trim() || null,
                monthly_budget: Number(monthly_budget),
                is_enabled: true,
              }
            : { is_enabled: false },
        )
      }}
    >
      <ProblemNote problem={problem} fields={["engine_id", "model", "monthly_budget"]} />
      <Field
        label="Judged by"
        name="engine_id"
        hint={
          chosen ? "From the next scan on: one question more for each answer, at your cost." : "Sentiment stays empty."
        }
        problem={problem}
      >
        <Select value={engineId} onChange={(event) => setEngineId(event.target.value)}>
          <option value="">Nobody</option>
          {choices.map(({ engine_id, name, is_enabled }) => (
            <option key={engine_id} value={engine_id}>
              {name}
              {is_enabled ? "" : " (off)"}
            </option>
          ))}
        </Select>
      </Field>
      {chosen && (
        <>
          <Field label="Model" name="model" hint="A small one does. Empty: the model above." problem={problem}>
            <Input
              maxLength={120}
              spellCheck={false}
              placeholder={chosen.model}
              defaultValue={judge.model ?? ""}
              className="font-mono text-table"
            />
          </Field>
          <Field
            label="Answers a month at most"
            name="monthly_budget"
            hint={`0: as many as the plan has. ${judgedWords(judge)}`}
            problem={problem}
          >
            <NumberInput min={0} max={1_000_000} required defaultValue={judge.monthly_budget} className="w-36" />
          </Field>
        </>
      )}
      <div>
        <SubmitButton kind="primary" isBusy={isBusy}>
          Save
        </SubmitButton>
      </div>
    </form>
  )
}

function InWords({ judge }: { judge: Judge }) {
  if (!judge.is_enabled) return <p>Nobody judges, so sentiment stays empty.</p>
  return (
    <p>
      {judge.engine_name} judges with <code>{judge.used_model}</code>
      {judge.is_engine_set_up ? ". " : ", but it is switched off, so sentiment stays empty. "}
      <span className="text-quiet">{judgedWords(judge)}</span>
    </p>
  )
}

const judgedWords = ({ judged_this_month, left_this_month }: Judge) =>
  `${judged_this_month.toLocaleString("en")} judged this month, ${left_this_month.toLocaleString("en")} left.`
