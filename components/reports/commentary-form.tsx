/** Form for the commentary of a report or section. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Button } from "@/components/ui/button"
import { Textarea } from "@/components/ui/input"

export type CommentaryPlace = {
  reportId: string
  /** Null for the whole report. */
  sectionId: string | null
  /** What the commentary is about: the report, or the title of the section. */
  subject: string
  period: { from: string; to: string }
}

type Props = CommentaryPlace & { markdown: string; onClose: () => void }

export function CommentaryForm({ reportId, sectionId, subject, period, markdown, onClose }: Props) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.reports.setCommentary.mutationOptions(), {
    done: "Commentary saved",
    onDone: onClose,
  })
  return (
    <form
      method="post"
      className={`${sectionId ? "mb-10" : ""} grid gap-3 print:hidden`}
      onSubmit={(event) => {
        const { markdown = "" } = formValues(event)
        run({ report_id: reportId, section_id: sectionId, from: period.from, to: period.to, markdown })
      }}
    >
      <Field
        label={`Commentary: ${subject}`}
        name="markdown"
        hint="Markdown. Links can only lead to the client's own domains. Save an empty text to remove the commentary."
        problem={problem}
      >
        <Textarea rows={6} maxLength={5_000} defaultValue={markdown} autoFocus />
      </Field>
      <ProblemNote problem={problem} fields={["markdown"]} />
      <p className="flex gap-2">
        <SubmitButton kind="primary" isBusy={isBusy}>
          Save commentary
        </SubmitButton>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </form>
  )
}
