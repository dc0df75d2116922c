/** Commentary of a report or section: as prose, edited in place, with its history. */
"use client"

import { type ReactNode, useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Button } from "@/components/ui/button"
import { Textarea } from "@/components/ui/input"
import { CommentaryHistory } from "./commentary-history"

type Props = {
  reportId: string
  /** Null for the whole report. */
  sectionId: string | null
  /** What the commentary is about: the report, or the title of the section. */
  subject: string
  period: { from: string; to: string }
  /** The text that is shown. It may be about an earlier period. Null when there is none. */
  markdown: string | null
  mayEdit: boolean
  /** The text as prose, with its author. */
  children: ReactNode
}

export function Commentary({ reportId, sectionId, subject, period, markdown, mayEdit, children }: Props) {
  const [isEditing, setEditing] = useState(false)
  if (!mayEdit) return markdown === null ? null : <div className="mb-8">{children}</div>
  if (isEditing)
    return (
      <CommentaryForm
        {...{ reportId, sectionId, subject, period }}
        markdown={markdown ?? ""}
        onClose={() => setEditing(false)}
      />
    )
  const isEmpty = markdown === null
  return (
    // Without a text, the button is beside the title of the section.
    <div className={isEmpty ? (sectionId ? "absolute top-1 right-0 print:hidden" : "-mt-6 mb-6 print:hidden") : "mb-8"}>
      {!isEmpty && children}
      <p className={`mt-1 flex gap-1 print:hidden ${isEmpty && sectionId ? "" : "-ml-2.5"}`}>
        <Button
          kind="quiet"
          size="small"
          aria-label={`${isEmpty ? "Add" : "Edit"} commentary: ${subject}`}
          onClick={() => setEditing(true)}
        >
          {isEmpty ? "Add commentary" : "Edit"}
        </Button>
        <CommentaryHistory {...{ reportId, sectionId, subject }} />
      </p>
    </div>
  )
}

type FormProps = Omit<Props, "markdown" | "mayEdit" | "children"> & { markdown: string; onClose: () => void }

function CommentaryForm({ reportId, sectionId, subject, period, markdown, onClose }: FormProps) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.reports.setCommentary.mutationOptions(), {
    done: "Commentary saved",
    onDone: onClose,
  })
  return (
    <form
      method="post"
      className="mb-8 grid gap-3 print:hidden"
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
