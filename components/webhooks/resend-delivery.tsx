/** Dialog that sends a delivery again, or retries a waiting delivery now. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Delivery } from "@/components/api/types"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"

type Props = { delivery: Pick<Delivery, "id" | "message_id" | "endpoint" | "state" | "is_retried"> }

export function ResendDelivery({ delivery: { id, message_id, endpoint, state, is_retried } }: Props) {
  const api = useApi()
  const [isRetried, setRetried] = useState(false)
  // The new attempt replaces the planned retry, so automatic retries are selected by default.
  const isRetryPlanned = state === "pending" && is_retried
  const action = state === "pending" ? "Retry delivery" : "Resend delivery"
  return (
    <ConfirmDialog
      onOpenChange={(isOpen) => isOpen && setRetried(isRetryPlanned)}
      trigger={<Button>{action}</Button>}
      title={state === "pending" ? "Retry this delivery now?" : "Resend this delivery?"}
      action={action}
      isHarmless
      mutation={api.deliveries.resend.mutationOptions()}
      input={{ delivery_id: id, auto_retry: isRetried }}
      done="Delivery queued"
    >
      <p className="break-words">
        We send the same body to {endpoint.url} with a new signature. Your receiver can detect the duplicate by its{" "}
        <code>webhook-id</code>, <code className="break-all">{message_id}</code>.
      </p>
      <Checkbox checked={isRetried} onChange={(event) => setRetried(event.target.checked)}>
        Retry automatically if it fails
      </Checkbox>
    </ConfirmDialog>
  )
}
