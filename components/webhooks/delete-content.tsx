/** Dialog that deletes the content of an event, for example because it must not be stored any longer. */
"use client"

import { useApi } from "@/components/api/provider"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"

export function DeleteContent({ messageId }: { messageId: string }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button kind="quiet">Delete content</Button>}
      title="Delete the content of this event?"
      action="Delete content"
      mutation={api.deliveries.expunge.mutationOptions()}
      input={{ message_id: messageId }}
      done="Content deleted"
    >
      <p>
        The body of the event and the stored responses of its receivers are deleted permanently, for all webhooks.
        Waiting deliveries of the event are canceled, and it can no longer be sent again.
      </p>
      <p>The log keeps the attempts with their times and results.</p>
    </ConfirmDialog>
  )
}
