/**
 * Adds several prompts, one per line. Shows the effect of each line and the new size of a scan before saving.
 */
"use client"

import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useEffect, useState } from "react"
import { type ApiError, fieldErrorAt, problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { queryProblemIn } from "@/components/api/query-problem"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Textarea } from "@/components/ui/input"
import { showToast } from "@/components/ui/toaster"
import { useEarlyInput } from "@/components/ui/use-early-input"
import { pluralize } from "@/domain/kernel/format-count"
import { CheckedPrompts } from "./checked-prompts"
import { parseLines, parseTags } from "./lines"
import { newTopic, PromptAttributes } from "./prompt-attributes"
import type { Intent, Topic } from "./prompt-labels"

/** The maximum number of prompts that one call accepts. */
const maxLines = 500
/** The lines are checked when the user has not typed for this long. */
const debounceMs = 500

type Props = { projectId: string; topics: Topic[]; activePrompts: number; panelVersion: number }

export function AddPrompts({ projectId, topics, activePrompts, panelVersion }: Props) {
  const api = useApi()
  const [text, setText] = useState("")
  const textField = useEarlyInput<HTMLTextAreaElement>(({ value }) => setText(value))
  const lines = parseLines(text)
  const isTooLong = lines.length > maxLines
  const { checked, problem: checkProblem } = useCheck(projectId, text, !isTooLong)
  const topicCreation = useMutation(api.aiVisibility.createTopic.mutationOptions())
  const [submissions, setSubmissions] = useState(0)
  const { run, isBusy, problem } = useAction(api.aiVisibility.createPrompts.mutationOptions(), {
    onDone: ({ data: { total } }) => {
      setText("")
      setSubmissions(submissions + 1)
      topicCreation.reset()
      showToast(total > 0 ? `${pluralize(total, "prompt")} added` : "The prompt set already has all of these prompts")
    },
  })
  const added = checked?.filter(({ outcome }) => outcome === "new" || outcome === "returns").length ?? 0
  async function submit(event: FormEvent<HTMLFormElement>) {
    const { topic_id = "", topic = "", intent = "informational", tags } = formValues(event)
    const topicId = topic_id === newTopic ? await createTopic(topic) : topic_id || null
    if (topicId === undefined) return
    const attributes = { topic_id: topicId, intent: intent as Intent, tags: parseTags(tags) }
    run(
      { project_id: projectId, prompts: lines.map((line) => ({ text: line, ...attributes })) },
      { onError: forgetDeletedTopic },
    )
  }
  /**
   * Returns the id of the new topic, which the last attempt may have created already. Undefined if it could not be
   * created: `topicProblem` then says why.
   */
  async function createTopic(name: string) {
    const { data, variables } = topicCreation
    if (data && variables.name === name) return data.data.id
    const created = await topicCreation.mutateAsync({ project_id: projectId, name }).catch(() => undefined)
    return created?.data.id
  }
  /** The next attempt then creates the topic again. */
  function forgetDeletedTopic(error: ApiError) {
    if (fieldErrorAt(problemIn(error), "topic_id")) topicCreation.reset()
  }
  const topicProblem = problemIn(topicCreation.error)
  return (
    <form method="post" className="grid max-w-[760px] gap-5" onSubmit={submit}>
      <Field
        label="Prompts, one per line"
        name="prompts"
        hint="Write them as a customer would ask. Do not name your brand, because the answers would then mention it too."
      >
        <Textarea
          ref={textField}
          required
          rows={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={"What is the best e-bike for hills?\nWhich e-bike is good for commuting?"}
        />
      </Field>
      {isTooLong && (
        <p role="alert" className="text-danger-text">
          You can add {maxLines} prompts at a time. This list has {lines.length}.
        </p>
      )}
      {checked && (
        <CheckedPrompts
          checked={checked}
          projectId={projectId}
          promptsAfter={activePrompts + added}
          changesPanel={added > 0}
          panelVersion={panelVersion}
        />
      )}
      {/* The key resets the fields when prompts were added. */}
      <PromptAttributes key={submissions} topics={topics} problem={topicProblem ?? problem} />
      <ProblemNote problem={checkProblem} />
      <ProblemNote problem={topicProblem} fields={["name"]} />
      <ProblemNote problem={problem} />
      <div>
        <SubmitButton kind="primary" isBusy={isBusy || topicCreation.isPending || isTooLong}>
          {added > 0 ? `Add ${pluralize(added, "prompt")}` : "Add prompts"}
        </SubmitButton>
      </div>
    </form>
  )
}

/** Checks the lines on the server when the user pauses typing. `checked` is undefined until its result arrives. */
function useCheck(project_id: string, text: string, isEnabled: boolean) {
  const api = useApi()
  const { mutate, reset, data, error, variables } = useMutation(api.aiVisibility.checkPrompts.mutationOptions())
  useEffect(() => {
    const texts = parseLines(text)
    if (texts.length === 0 || !isEnabled) return reset()
    const timer = setTimeout(() => mutate({ project_id, texts }), debounceMs)
    return () => clearTimeout(timer)
  }, [project_id, text, isEnabled, mutate, reset])
  const isCurrent = variables?.texts.join("\n") === parseLines(text).join("\n")
  return { checked: isCurrent ? data?.data : undefined, problem: queryProblemIn(error) }
}
