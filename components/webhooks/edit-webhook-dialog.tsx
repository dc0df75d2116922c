/** Dialog that changes a webhook. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { FormDialog } from "@/components/forms/form-dialog"
import { Button } from "@/components/ui/button"
import { showToast } from "@/components/ui/toaster"
import { type WebhookChoices, WebhookFields, WebhookFormError } from "./webhook-fields"
import { webhookValues } from "./webhook-values"

type Props = { webhook: Webhook; choices: WebhookChoices }

export function EditWebhookDialog({ webhook, choices }: Props) {
  return (
    <FormDialog
      trigger={<Button size="small">Edit webhook</Button>}
      title="Edit webhook"
      description="If you change the URL, the signing secret stays, but the custom headers and the failure history are removed. Waiting and held deliveries of events that you deselect are canceled."
      className="max-w-xl"
    >
      {(close) => <EditForm webhook={webhook} choices={choices} onDone={close} />}
    </FormDialog>
  )
}

function EditForm({ webhook, choices, onDone }: Props & { onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.webhooks.update.mutationOptions(), {
    onDone: ({ data }) => {
      showToast("Webhook updated", { description: removedMessage(data.removed_headers) })
      onDone()
    },
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => run({ webhook_id: webhook.id, ...webhookValues(event) })}
    >
      <WebhookFields choices={choices} webhook={webhook} problem={problem} />
      <WebhookFormError problem={problem} />
      <DialogFormActions isBusy={isBusy}>Save webhook</DialogFormActions>
    </form>
  )
}

const removedMessage = (names: string[]) =>
  names.length > 0
    ? `The URL is new, so ${names.join(", ")} ${names.length === 1 ? "is" : "are"} no longer sent.`
    : undefined
