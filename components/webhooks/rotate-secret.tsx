/** Makes a new signing secret; the old one signs beside it for as long as the receiver needs to change over. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Select } from "@/components/ui/input"
import { NewSecret } from "./new-secret"

const overlaps: Record<string, string> = {
  "24": "for 24 hours more",
  "1": "for an hour more",
  "168": "for 7 days more",
  "0": "not at all: it was seen by others",
}

type Props = { webhook: Webhook; path: string }

export function RotateSecret({ webhook, path }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  function change(open: boolean) {
    setOpen(open)
    if (open) setSecret(null)
  }
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>Rotate secret</Button>
      </DialogTrigger>
      <DialogContent
        title={secret ? "The new secret. Keep it" : "Rotate the signing secret?"}
        isHeld={secret !== null}
        className="max-w-xl"
      >
        {secret ? (
          <NewSecret secret={secret} url={webhook.url} path={path} />
        ) : (
          <OverlapForm webhookId={webhook.id} onMade={setSecret} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function OverlapForm({ webhookId, onMade }: { webhookId: string; onMade: (secret: string) => void }) {
  const api = useApi()
  const [hours, setHours] = useState("24")
  const { run, isBusy, problem } = useAction(api.webhooks.rotateSecret.mutationOptions(), {
    onDone: ({ data }) => onMade(data.secret),
  })
  return (
    <div className="grid gap-4">
      <p>
        The new secret signs at once. While the old one signs too, every request carries both signatures, and your
        receiver is right with either.
      </p>
      <ProblemNote problem={problem} />
      <Field label="The old secret signs" name="overlap_hours">
        <Select value={hours} onChange={(event) => setHours(event.target.value)}>
          {["24", "1", "168", "0"].map((value) => (
            <option key={value} value={value}>
              {overlaps[value]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
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
