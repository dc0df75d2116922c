/** Replaces a key by a new one. The old key works until its grace period ends. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data, Inputs, Key } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { ProblemNote } from "@/components/forms/problem-note"
import { SecretDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import { DialogClose } from "@/components/ui/dialog"
import { Select } from "@/components/ui/input"
import { apiKeySecretStep } from "./api-key-secret"

type Grace = NonNullable<Inputs["keys"]["rotate"]["grace"]>
/** In the order of the field. As keys of an object, "0" would come first. */
const gracePeriods: { value: Grace; label: string }[] = [
  { value: "24h", label: "24 hours" },
  { value: "1h", label: "1 hour" },
  { value: "7d", label: "7 days" },
  { value: "0", label: "None: stops immediately" },
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
  const [grace, setGrace] = useState<Grace>("24h")
  const { run, isBusy, problem } = useAction(api.keys.rotate.mutationOptions(), {
    onDone: ({ data }) => onCreated(data),
  })
  return (
    <div className="grid gap-4">
      <p>
        You get a new key with the same name, scopes, IP addresses and expiry date. Replace{" "}
        <code className="break-all">{apiKey.hint}</code> while both keys work.
      </p>
      <ProblemNote problem={problem} />
      <Field label="Grace period for the old key" name="grace">
        <Select value={grace} onChange={(event) => setGrace(event.target.value as Grace)}>
          {gracePeriods.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button kind="primary" aria-busy={isBusy} disabled={isBusy} onClick={() => run({ key_id: apiKey.id, grace })}>
          Rotate key
        </Button>
      </div>
    </div>
  )
}
