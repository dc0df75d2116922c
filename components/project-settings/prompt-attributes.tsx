/** Form fields for a prompt's topic, intent and tags. */
"use client"

import { useState } from "react"
import { fieldErrorAt, type Problem } from "@/components/api/problem"
import { Field } from "@/components/forms/field"
import { Input, Options, Select } from "@/components/ui/input"
import { useEarlyInput } from "@/components/ui/use-early-input"
import { intentNames, type Prompt, type Topic } from "./prompt-labels"

/** The value of the choice "New topic". Another field then asks for its name. */
export const newTopic = "new"

type Props = { topics: Topic[]; prompt?: Prompt; problem: Problem | null }

export function PromptAttributes({ topics, prompt, problem }: Props) {
  const [topic, setTopic] = useState(prompt?.topic_id ?? "")
  const topicField = useEarlyInput<HTMLSelectElement>(({ value }) => setTopic(value))
  const topicError = fieldErrorAt(problem, "name")
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <div className="grid content-start gap-2">
        <Field label="Topic" name="topic_id">
          <Select ref={topicField} value={topic} onChange={(event) => setTopic(event.target.value)}>
            <option value="">None</option>
            <Options names={topics.map(({ id, name }) => [id, name])} />
            {!prompt && <option value={newTopic}>New topic</option>}
          </Select>
        </Field>
        {topic === newTopic && (
          <Field
            label="Name of the new topic"
            name="topic"
            problem={topicError ? ({ ...problem, fieldErrors: new Map([["topic", topicError]]) } as Problem) : null}
          >
            <Input required maxLength={120} autoComplete="off" />
          </Field>
        )}
      </div>
      <Field label="Intent" name="intent">
        <Select defaultValue={prompt?.intent ?? "informational"}>
          <Options names={intentNames} />
        </Select>
      </Field>
      <Field label="Tags" name="tags" hint="Separated by commas." problem={problem}>
        <Input autoComplete="off" maxLength={1_000} defaultValue={prompt?.tags.join(", ")} />
      </Field>
    </div>
  )
}
