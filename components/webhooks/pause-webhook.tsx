/** Button that pauses a webhook after a confirmation. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"

export function PauseWebhook({ webhook }: { webhook: Webhook }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, problem } = useAction(api.webhooks.pause.mutationOptions(), {
    done: "Webhook paused",
    onDone: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button>Pause webhook</Button>}
      title="Pause the webhook?"
      action="Pause webhook"
      isHarmless
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ webhook_id: webhook.id })}
    >
      <p className="break-words">
        We send nothing to {webhook.url} until you resume. Queued deliveries and new events are held for up to 30 days.
        When you resume, you choose whether to send or skip them.
      </p>
    </ConfirmDialog>
  )
}
