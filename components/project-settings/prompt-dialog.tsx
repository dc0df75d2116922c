/** Dialog that changes a prompt. A new wording creates a new prompt, and the dialog says so before saving. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { CautionNote, ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Options, Select, Textarea } from "@/components/ui/input"
import { parseTags } from "./lines"
import { PromptAttributes } from "./prompt-attributes"
import { type Intent, type Prompt, promptStates, type Topic } from "./prompt-labels"

type Props = { prompt: Prompt; topics: Topic[]; panelVersion: number }

export function PromptDialog(props: Props) {
  return (
    <FormDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Edit ${props.prompt.text}`}>
          Edit
        </Button>
      }
      title="Edit prompt"
      className="max-w-2xl"
    >
      {(close) => <PromptForm {...props} onDone={close} />}
    </FormDialog>
  )
}

function PromptForm({ prompt, topics, panelVersion, onDone }: Props & { onDone: () => void }) {
  const api = useApi()
  const [text, setText] = useState(prompt.text)
  const [status, setStatus] = useState(prompt.status)
  const { run, isBusy, problem } = useAction(api.aiVisibility.updatePrompt.mutationOptions(), {
    done: "Prompt updated",
    onDone,
  })
  const isReworded = text.trim() !== prompt.text
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const { topic_id, intent, tags } = formValues(event)
        const about = { topic_id: topic_id || null, intent: intent as Intent, tags: parseTags(tags) }
        run({ prompt_id: prompt.id, ...about, ...(isReworded ? { text } : { status }) })
      }}
    >
      <Field label="Prompt" name="text" problem={problem}>
        <Textarea
          required
          rows={3}
          maxLength={4_000}
          value={text}
          onChange={(event) => setText(event.target.value.replaceAll("\n", " "))}
        />
      </Field>
      <PromptAttributes topics={topics} prompt={prompt} problem={problem} />
      {!isReworded && (
        <Field label="Status" name="status" hint={statusHint(prompt, status, panelVersion)} problem={problem}>
          <Select
            className="max-w-48"
            value={status}
            onChange={(event) => setStatus(event.target.value as Prompt["status"])}
          >
            <Options names={promptStates} />
          </Select>
        </Field>
      )}
      {isReworded && (
        <CautionNote isLive>
          A new wording creates a new prompt in version {panelVersion + 1} of the prompt set. The old prompt is archived
          with its metrics, and the new one starts its own series. Comparisons of the two versions use only the prompts
          that both contain.
        </CautionNote>
      )}
      <ProblemNote problem={problem} fields={["text", "tags", "status"]} />
      <DialogFormActions isBusy={isBusy}>{isReworded ? "Save new wording" : "Save prompt"}</DialogFormActions>
    </form>
  )
}

function statusHint(prompt: Prompt, status: Prompt["status"], panelVersion: number) {
  const changesPanel = (prompt.status === "active") !== (status === "active")
  const panel = changesPanel ? ` The prompt set gets version ${panelVersion + 1}.` : ""
  if (status === "active") return `Scans ask this prompt.${panel}`
  if (status === "paused") return `Scans do not ask this prompt until you activate it. Its metrics stay.${panel}`
  return `Scans no longer ask this prompt, and the list hides it. Its metrics stay.${panel}`
}
