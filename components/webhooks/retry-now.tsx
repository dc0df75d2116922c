/** Button that immediately retries all scheduled deliveries of a webhook. Shown only while there are any. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { count } from "@/domain/kernel/format-count"

type Props = {
  webhook: Pick<Webhook, "id" | "url" | "state" | "counts" | "is_fifo">
  /** The name of the row, in a list of several webhooks. */
  rowName?: string
}

export function RetryNow({ webhook: { id, url, state, counts, is_fifo }, rowName }: Props) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { scheduled } = counts
  // An open dialog stays open when its request changes the count to 0.
  if (state !== "active" || (scheduled === 0 && !isOpen)) return null
  const label = `Retry ${count(scheduled)} ${scheduled === 1 ? "delivery" : "deliveries"} now`
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" {...(rowName && { "aria-label": `${label}: ${rowName}` })}>
          {label}
        </Button>
      }
      title={
        scheduled === 1 ? "Retry the scheduled delivery now?" : `Retry ${count(scheduled)} scheduled deliveries now?`
      }
      action="Retry deliveries"
      isHarmless
      mutation={api.deliveries.retryNow.mutationOptions()}
      input={{ webhook_id: id }}
      done="Retrying now"
    >
      <p className="break-words">
        We send them to {url} without waiting for their next retry, even if the receiver asked us to wait. An attempt
        that fails counts as one of the scheduled attempts.
      </p>
      <p>
        {is_fifo ? "They are sent in order, one at a time. " : ""}
        If most recent requests failed, we send one request first, and the others when it succeeds.
      </p>
    </ConfirmDialog>
  )
}
