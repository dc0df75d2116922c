/** Adds a webhook, and ends in the box that shows its secret once. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { SubmitButton } from "@/components/forms/submit-button"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { NewSecret } from "./new-secret"
import { WebhookFault } from "./webhook-fault"
import { type WebhookChoices, WebhookFields } from "./webhook-fields"
import { webhookValues } from "./webhook-values"

type Made = Data<"webhooks", "create">

export function CreateWebhookDialog({ choices, base }: { choices: WebhookChoices; base: string }) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  function change(open: boolean) {
    setOpen(open)
    if (open) setMade(null)
  }
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button kind="primary">Add webhook</Button>
      </DialogTrigger>
      <DialogContent
        title={made ? "The webhook is there. Keep its secret" : "Add a webhook"}
        isHeld={made !== null}
        className="max-w-xl"
      >
        {made ? (
          <NewSecret secret={made.secret} url={made.webhook.url} path={`${base}/${made.webhook.id}`} />
        ) : (
          <WebhookForm choices={choices} onMade={setMade} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function WebhookForm({ choices, onMade }: { choices: WebhookChoices; onMade: (made: Made) => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.webhooks.create.mutationOptions(), {
    onDone: ({ data }) => onMade(data),
  })
  return (
    <form method="post" className="grid gap-5" onSubmit={(event) => run(webhookValues(event))}>
      <WebhookFields choices={choices} problem={problem} />
      <WebhookFault problem={problem} />
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <SubmitButton kind="primary" isBusy={isBusy}>
          Add webhook
        </SubmitButton>
      </div>
    </form>
  )
}
