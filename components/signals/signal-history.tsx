/** The history of a signal as a timeline, which ends with a form that adds a note. */
"use client"

import { type ReactNode, useRef } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Time } from "@/components/time"
import { Textarea } from "@/components/ui/input"
import { Lamp } from "@/components/ui/lamp"

type Entry = Data<"signals", "listEntries">[number]

const words: Record<Entry["action"], string> = {
  created: "created the signal",
  acknowledged: "acknowledged the signal",
  snoozed: "snoozed the signal",
  reopened: "opened the signal again",
  resolved: "resolved the signal",
  dismissed: "dismissed the signal",
  note: "wrote a note",
}

/** `signalId`: the visitor may add a note to this signal. The form is the last entry. */
export const SignalHistory = ({ entries, signalId }: { entries: Entry[]; signalId?: string | undefined }) => (
  <ol aria-label="History">
    {entries.map((entry) => (
      <TimelineEntry key={entry.id}>
        <p className="flex flex-wrap gap-x-2">
          <span>
            <bdi className="font-strong">{entry.actor_label}</bdi> {words[entry.action]}
          </span>
          <span className="text-quiet text-table">
            <Time at={entry.created_at} />
          </span>
        </p>
        {entry.text && (
          <p className="mt-1 max-w-[68ch] whitespace-pre-wrap break-words text-quiet">
            {entry.action === "snoozed" ? (
              <>
                Until <Time at={entry.text} />
              </>
            ) : (
              entry.text
            )}
          </p>
        )}
      </TimelineEntry>
    ))}
    {signalId && (
      <TimelineEntry>
        <NoteForm signalId={signalId} />
      </TimelineEntry>
    )}
  </ol>
)

/** An entry with its lamp, and the line to the next one. */
const TimelineEntry = ({ children }: { children: ReactNode }) => (
  <li className="group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pb-5 last:pb-0">
    <span className="flex h-5 items-center">
      <Lamp state="idle" />
    </span>
    <span aria-hidden className="absolute top-5 bottom-0 left-[4.5px] w-px bg-line group-last:hidden" />
    <div>{children}</div>
  </li>
)

function NoteForm({ signalId }: { signalId: string }) {
  const api = useApi()
  const form = useRef<HTMLFormElement>(null)
  const { run, isBusy, problem } = useAction(api.signals.addNote.mutationOptions(), {
    done: "Note added",
    onDone: () => form.current?.reset(),
  })
  return (
    <form
      ref={form}
      method="post"
      className="flex max-w-[640px] flex-col items-start gap-3 [&>div]:w-full"
      onSubmit={(event) => run({ signal_id: signalId, text: formValues(event).text ?? "" })}
    >
      <Field label="Note" name="text" problem={problem}>
        <Textarea required rows={2} maxLength={5_000} className="min-h-16" placeholder="What caused it, what you did" />
      </Field>
      <ProblemNote problem={problem} fields={["text"]} />
      <SubmitButton isBusy={isBusy} size="small">
        Add note
      </SubmitButton>
    </form>
  )
}
