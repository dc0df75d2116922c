/** Adds several competitors, one per line. Lines that fail stay in the text box, with the reason. */
"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { type FormEvent, useState } from "react"
import { type ApiError, isUnconfirmed, problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { ErrorNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Textarea } from "@/components/ui/input"
import { showToast } from "@/components/ui/toaster"
import { pluralize } from "@/domain/kernel/format-count"
import { parseBrand, parseLines } from "./lines"

export function AddCompetitors({ projectId }: { projectId: string }) {
  return (
    <FormDialog trigger={<Button>Add competitors</Button>} title="Add competitors" className="max-w-xl">
      {(close) => <CompetitorsForm projectId={projectId} onDone={close} />}
    </FormDialog>
  )
}

function CompetitorsForm({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const api = useApi()
  const router = useRouter()
  const [text, setText] = useState("")
  const [failed, setFailed] = useState<{ line: string; reason: string | null }[]>([])
  const adding = useMutation(api.aiVisibility.createBrand.mutationOptions())
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const failures: typeof failed = []
    const lines = parseLines(text)
    for (const line of lines) {
      const input = { project_id: projectId, ...parseBrand(line) }
      await adding
        .mutateAsync(input)
        .catch((error: ApiError) => failures.push({ line, reason: reasonOf(error, input) }))
    }
    setBusy(false)
    setFailed(failures)
    setText(failures.map(({ line }) => line).join("\n"))
    if (failures.length < lines.length) showToast(`${pluralize(lines.length - failures.length, "competitor")} added`)
    router.refresh()
    if (failures.length === 0) onDone()
  }
  return (
    <form method="post" className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        label="Competitors, one per line"
        name="competitors"
        hint="The name, then its websites if you know them, separated by commas."
      >
        <Textarea
          required
          rows={6}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={"Alpenrad, alpenrad.example\nKettenwerk"}
        />
      </Field>
      {failed.length > 0 && (
        <ErrorNote>
          These lines were not added, or we could not confirm it:
          <ul className="mt-1 grid gap-0.5">
            {failed.map(({ line, reason }) => (
              <li key={line} className="break-words">
                {line}: {reason}
              </li>
            ))}
          </ul>
        </ErrorNote>
      )}
      <DialogFormActions isBusy={isBusy}>Add competitors</DialogFormActions>
    </form>
  )
}

/** A line has no field of its own, so its reason contains the errors of all fields. */
function reasonOf(error: ApiError, input: object) {
  // Unlike in `useAction`, the next attempt has another idempotency key, so it is refused if this one was saved.
  if (isUnconfirmed(error))
    return "No response arrived, so it may have been added. Check the list before you try again."
  const problem = problemIn(error, input)
  return problem && ([...problem.fieldErrors.values()].join(" ") || problem.detail)
}
