/** Form that changes the user's name. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input } from "@/components/ui/input"

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
