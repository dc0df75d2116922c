/** Creates a new signing secret. The old one also signs for a chosen period, so that the receiver can switch. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SecretDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import { Options, Select } from "@/components/ui/input"
import { signingSecretStep } from "./signing-secret"

/** The first one is the default. */
const overlaps: [hours: number, label: string][] = [
  [24, "24 hours"],
  [1, "1 hour"],
  [168, "7 days"],
  [0, "0: expire now (secret was exposed)"],
]

type Props = { webhook: Webhook; path: string }

export function RotateSecret({ webhook: { id, url }, path }: Props) {
  return (
    <SecretDialog<string>
      trigger={<Button size="small">Rotate secret</Button>}
      title="Rotate the signing secret?"
      className="max-w-xl"
      form={(onCreated) => <OverlapForm webhookId={id} onCreated={onCreated} />}
      secretOf={(secret) => signingSecretStep({ title: "Secret rotated: store the new one", secret, url, path })}
    />
  )
}

function OverlapForm({ webhookId, onCreated }: { webhookId: string; onCreated: (secret: string) => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.webhooks.rotateSecret.mutationOptions(), {
    onDone: ({ data }) => onCreated(data.secret),
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { overlap_hours } = formValues(event)
        run({ webhook_id: webhookId, overlap_hours: Number(overlap_hours) })
      }}
    >
      <p>
        The new secret signs immediately. While both secrets are active, every request has both signatures, so your
        receiver can verify with either.
      </p>
      <ProblemNote problem={problem} />
      <Field label="Keep the old secret active for" name="overlap_hours">
        <Select>
          <Options names={overlaps} />
        </Select>
      </Field>
      <DialogFormActions isBusy={isBusy}>Rotate secret</DialogFormActions>
    </form>
  )
}
