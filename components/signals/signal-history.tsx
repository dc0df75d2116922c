/** The history of a signal, and a form that adds a note. */
"use client"

import { useRef } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Time } from "@/components/time"
import { Textarea } from "@/components/ui/input"

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

export function SignalHistory({ entries }: { entries: Entry[] }) {
  return (
    <ol aria-label="History" className="mb-5 divide-y divide-line rounded-box border border-line bg-surface">
      {entries.map((entry) => (
        <li key={entry.id} className="px-4 py-2.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              <bdi className="font-strong">{entry.actor_label}</bdi> {words[entry.action]}
            </span>
            <span className="text-quiet text-table">
              <Time at={entry.created_at} />
            </span>
          </p>
          {entry.text && (
            <p className="mt-1 max-w-[68ch] whitespace-pre-wrap break-words text-quiet">
              {entry.action === "snoozed" ? `Until ${entry.text.slice(0, 16).replace("T", " ")} UTC` : entry.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

export function NoteForm({ signalId }: { signalId: string }) {
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
        <Textarea required rows={3} maxLength={5_000} />
      </Field>
      <ProblemNote problem={problem} fields={["text"]} />
      <SubmitButton isBusy={isBusy}>Add note</SubmitButton>
    </form>
  )
}
