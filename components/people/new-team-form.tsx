/** Form that creates a team. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input } from "@/components/ui/input"

export function NewTeamForm() {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.teams.create.mutationOptions(), {
    onDone: ({ data }) => window.location.assign(`/${data.slug}`),
  })
  return (
    <form method="post" className="grid gap-4" onSubmit={(event) => run({ name: formValues(event).name ?? "" })}>
      <ProblemNote problem={problem} fields={["name"]} />
      <Field label="Name" name="name" hint="Your agency or company. You can rename it later." problem={problem}>
        <Input required maxLength={80} autoComplete="organization" autoFocus />
      </Field>
      <SubmitButton kind="primary" isBusy={isBusy}>
        Create team
      </SubmitButton>
    </form>
  )
}
