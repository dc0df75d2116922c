/** Creates a new signing secret. The old one also signs for a chosen period, so that the receiver can switch. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { ProblemNote } from "@/components/forms/problem-note"
import { SecretDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import { DialogClose } from "@/components/ui/dialog"
import { Select } from "@/components/ui/input"
import { signingSecretStep } from "./signing-secret"

const overlaps = [
  { hours: 24, label: "24 hours" },
  { hours: 1, label: "1 hour" },
  { hours: 168, label: "7 days" },
  { hours: 0, label: "0: expire now (secret was exposed)" },
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
  const [hours, setHours] = useState("24")
  const { run, isBusy, problem } = useAction(api.webhooks.rotateSecret.mutationOptions(), {
    onDone: ({ data }) => onCreated(data.secret),
  })
  return (
    <div className="grid gap-4">
      <p>
        The new secret signs immediately. While both secrets are active, every request has both signatures, so your
        receiver can verify with either.
      </p>
      <ProblemNote problem={problem} />
      <Field label="Keep the old secret active for" name="overlap_hours">
        <Select value={hours} onChange={(event) => setHours(event.target.value)}>
          {overlaps.map(({ hours, label }) => (
            <option key={hours} value={hours}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button
          kind="primary"
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => run({ webhook_id: webhookId, overlap_hours: Number(hours) })}
        >
          Rotate secret
        </Button>
      </div>
    </div>
  )
}
