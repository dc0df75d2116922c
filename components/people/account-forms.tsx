/** Forms of the account page for the user's name and the daily email of new signals. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input, Select } from "@/components/ui/input"

export function NameForm({ name }: { name: string }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.people.update.mutationOptions(), { done: "Name changed" })
  return (
    <form method="post" className="grid gap-4" onSubmit={(event) => run({ name: formValues(event).name ?? "" })}>
      <ProblemNote problem={problem} fields={["name"]} />
      <Field label="Your name, as others see it" name="name" problem={problem}>
        <Input defaultValue={name} required maxLength={80} autoComplete="name" />
      </Field>
      <div>
        <SubmitButton isBusy={isBusy}>Save name</SubmitButton>
      </div>
    </form>
  )
}

type Digest = Data<"signals", "listDigests">["teams"][number]

/** The user chooses for each team. */
export function DigestSettings({ teams }: { teams: Digest[] }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.signals.setDigest.mutationOptions(), {
    done: "Email setting changed",
    isFormless: true,
  })
  return (
    <ul className="grid gap-2">
      {teams.map(({ team_id, team_name, digest }) => (
        <li key={team_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <span className="min-w-0 break-words">{team_name}</span>
          <Select
            aria-label={`Signal email of ${team_name}`}
            className="h-8 w-auto min-w-28 text-table"
            value={digest}
            disabled={isBusy}
            onChange={({ target }) => run({ team_id, digest: target.value as Digest["digest"] })}
          >
            <option value="daily">Daily</option>
            <option value="off">Off</option>
          </Select>
        </li>
      ))}
    </ul>
  )
}
