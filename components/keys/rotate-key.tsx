/** Replaces a key by a new one. The old key works until its grace period ends. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data, Inputs, Key } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SecretDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import { Options, Select } from "@/components/ui/input"
import { apiKeySecretStep } from "./api-key-secret"

type Grace = NonNullable<Inputs["keys"]["rotate"]["grace"]>
/** The first one is the default. */
const gracePeriods: [value: Grace, label: string][] = [
  ["24h", "24 hours"],
  ["1h", "1 hour"],
  ["7d", "7 days"],
  ["0", "None: stops immediately"],
]

type Props = { apiKey: Key; baseUrl: string; slug: string }

export function RotateKey({ apiKey, baseUrl, slug }: Props) {
  const { name, state } = apiKey
  return (
    <SecretDialog<Data<"keys", "rotate">>
      // After the rotation the key is no longer active, but the dialog with the new key must stay open.
      trigger={state === "active" ? <Button>Rotate key</Button> : null}
      title={`Rotate ${name}?`}
      className="max-w-xl"
      form={(onCreated) => <GraceForm apiKey={apiKey} onCreated={onCreated} />}
      secretOf={(created) => apiKeySecretStep(created, { title: `New key for ${name}`, baseUrl, slug })}
    />
  )
}

type GraceProps = { apiKey: Pick<Key, "id" | "hint">; onCreated: (created: Data<"keys", "rotate">) => void }

export function GraceForm({ apiKey, onCreated }: GraceProps) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.keys.rotate.mutationOptions(), {
    onDone: ({ data }) => onCreated(data),
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => run({ key_id: apiKey.id, grace: formValues(event).grace as Grace })}
    >
      <p>
        You get a new key with the same name, scopes, IP addresses and expiry date. Replace{" "}
        <code className="break-all">{apiKey.hint}</code> while both keys work.
      </p>
      <ProblemNote problem={problem} />
      <Field label="Grace period for the old key" name="grace">
        <Select>
          <Options names={gracePeriods} />
        </Select>
      </Field>
      <DialogFormActions isBusy={isBusy}>Rotate key</DialogFormActions>
    </form>
  )
}
