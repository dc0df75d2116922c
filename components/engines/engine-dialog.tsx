/** Dialog that sets up an AI engine or changes its settings. The stored key is never shown. */
"use client"

import type { FormEvent } from "react"
import { useApi } from "@/components/api/provider"
import type { Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { EngineFields } from "./engine-fields"
import { type Engine, engineLabels, isConfigured } from "./engine-labels"

export function EngineDialog({ engine }: { engine: Engine }) {
  const isNew = !isConfigured(engine)
  return (
    <FormDialog
      trigger={
        <Button size="small" kind="plain" aria-label={`${isNew ? "Set up" : "Edit"} ${engine.name}`}>
          {isNew ? "Set up" : "Edit"}
        </Button>
      }
      title={`${isNew ? "Set up" : "Edit"} ${engine.name}`}
      description={
        isNew
          ? engineLabels[engine.engine_id].about
          : "If you change the model or web search, a new series starts. Metrics from before and after the change are not compared."
      }
    >
      {(close) => <EngineForm engine={engine} isNew={isNew} onDone={close} />}
    </FormDialog>
  )
}

type FormProps = { engine: Engine; isNew: boolean; onDone: () => void }

function EngineForm({ engine, isNew, onDone }: FormProps) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.aiVisibility.setUpEngine.mutationOptions(), {
    done: isNew ? `${engine.name} is set up. Test it next.` : `${engine.name} updated`,
    onDone,
  })
  return (
    <form
      method="post"
      autoComplete="off"
      className="flex flex-col gap-5"
      onSubmit={(event) => run({ ...settingsIn(event, engine), ...(isNew && { is_enabled: true }) })}
    >
      <EngineFields engine={engine} problem={problem} />
      <ProblemNote problem={problem} fields={["api_key", "model", "base_url", "concurrency", "per_minute"]} />
      <DialogFormActions isBusy={isBusy}>{isNew ? "Set up engine" : "Save engine"}</DialogFormActions>
    </form>
  )
}

/** Reads the form. An empty key field leaves the stored key unchanged. */
function settingsIn(event: FormEvent<HTMLFormElement>, { engine_id }: Engine): Inputs["aiVisibility"]["setUpEngine"] {
  const values = formValues(event)
  const { api_key, model = "", base_url = "", concurrency, per_minute } = values
  return {
    engine_id,
    ...(api_key && { api_key }),
    model,
    base_url: base_url.trim() || null,
    concurrency: Number(concurrency),
    per_minute: per_minute ? Number(per_minute) : null,
    ...(engineLabels[engine_id].webSearch === "choice" && { web_search: "web_search" in values }),
  }
}
