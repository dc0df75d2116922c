/** The form and the secret of the dialog that creates an API key. They load when the dialog first opens. */
"use client"

import { fieldErrorAt } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Input, Textarea } from "@/components/ui/input"
import { ExpiryFields, expiryOf } from "./expiry-fields"
import { type ScopeChoice, ScopeFields, scopesOf } from "./scope-fields"

export { apiKeySecretStep } from "./api-key-secret"

type Props = { scopes: ScopeChoice[]; onCreated: (created: Data<"keys", "create">) => void }

export function KeyForm({ scopes, onCreated }: Props) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.keys.create.mutationOptions(), {
    onDone: ({ data }) => onCreated(data),
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const scopes = scopesOf(event.currentTarget)
        const { name = "", expiry, expires_on, ip_allowlist: ranges = "" } = formValues(event)
        const ip_allowlist = ranges.split(/[\s,]+/).filter(Boolean)
        run({ name, scopes, expires_at: expiryOf(expiry, expires_on), ip_allowlist })
      }}
    >
      <ProblemNote problem={problem} fields={["name", "scopes", "expires_at", "ip_allowlist"]} />
      <Field label="Name" name="name" hint="What you use the key for, such as Nightly export." problem={problem}>
        <Input required maxLength={64} autoComplete="off" />
      </Field>
      <ScopeFields choices={scopes} error={fieldErrorAt(problem, "scopes")} />
      <ExpiryFields error={fieldErrorAt(problem, "expires_at")} />
      <Field
        label="Allowed IP addresses"
        name="ip_allowlist"
        hint="One address or range per line, such as 203.0.113.0/24. Leave it empty to allow requests from anywhere."
        problem={problem}
      >
        <Textarea spellCheck={false} className="min-h-16 font-mono text-table" />
      </Field>
      <DialogFormActions isBusy={isBusy}>Create key</DialogFormActions>
    </form>
  )
}
