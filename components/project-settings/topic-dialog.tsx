/** Dialog that adds or renames a topic. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"
import type { Topic } from "./prompt-labels"

type Props = { projectId: string; topic?: Topic }

export function TopicDialog({ projectId, topic }: Props) {
  return (
    <FormDialog
      trigger={
        topic ? (
          <Button size="small" kind="quiet" aria-label={`Rename ${topic.name}`}>
            Rename
          </Button>
        ) : (
          <Button>Add topic</Button>
        )
      }
      title={topic ? `Rename ${topic.name}` : "Add a topic"}
    >
      {(close) => <TopicForm projectId={projectId} topic={topic} onDone={close} />}
    </FormDialog>
  )
}

type FormProps = { projectId: string; topic: Topic | undefined; onDone: () => void }

function TopicForm({ projectId, topic, onDone }: FormProps) {
  const api = useApi()
  const adding = useAction(api.aiVisibility.createTopic.mutationOptions(), { done: "Topic added", onDone })
  const renaming = useAction(api.aiVisibility.updateTopic.mutationOptions(), { done: "Topic renamed", onDone })
  const { isBusy, problem } = topic ? renaming : adding
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { name = "" } = formValues(event)
        if (topic) renaming.run({ topic_id: topic.id, name })
        else adding.run({ project_id: projectId, name })
      }}
    >
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={topic?.name} />
      </Field>
      <ProblemNote problem={problem} fields={["name"]} />
      <DialogFormActions isBusy={isBusy}>{topic ? "Rename topic" : "Add topic"}</DialogFormActions>
    </form>
  )
}
