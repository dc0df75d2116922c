/** Deletes a webhook after a confirmation that names what will stop. */
"use client"

import { useRouter } from "next/navigation"
import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { count } from "@/domain/kernel/format-count"

export function DeleteWebhook({ webhook, listPath }: { webhook: Webhook; listPath: string }) {
  const api = useApi()
  const router = useRouter()
  const { run, isBusy, problem } = useAction(api.webhooks.delete.mutationOptions(), {
    done: "Webhook deleted",
    onDone: () => router.push(listPath),
  })
  const { pending, in_flight, held } = webhook.counts
  const unsent = pending + in_flight + held
  return (
    <ConfirmDialog
      trigger={<Button className="text-danger-text">Delete webhook</Button>}
      title="Delete the webhook?"
      action="Delete webhook"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ webhook_id: webhook.id })}
    >
      <p className="break-words">
        {webhook.url} no longer receives {eventLabel(webhook.event_types)}.{" "}
        {unsent > 0 &&
          `${unsent === 1 ? "1 queued or held delivery" : `${count(unsent)} queued or held deliveries`} will be canceled. `}
        Its secret is deleted immediately.
      </p>
      <p>Its deliveries stay in the log until they expire. This cannot be undone.</p>
    </ConfirmDialog>
  )
}

const eventLabel = (types: string[]) => (types.includes("*") ? "any events" : types.join(", "))
