/** Dialog that adds or renames a topic. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Input } from "@/components/ui/input"
import type { Topic } from "./prompt-labels"

type Props = { projectId: string; topic?: Topic }

export function TopicDialog({ projectId, topic }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger>
        {topic ? (
          <Button size="small" kind="quiet" aria-label={`Rename ${topic.name}`}>
            Rename
          </Button>
        ) : (
          <Button>Add topic</Button>
        )}
      </DialogTrigger>
      <DialogContent title={topic ? `Rename ${topic.name}` : "Add a topic"}>
        <TopicForm projectId={projectId} topic={topic} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
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
