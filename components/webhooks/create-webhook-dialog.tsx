/** Dialog that adds a webhook and shows its secret once. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { CreateDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import { signingSecretStep } from "./signing-secret"
import { type WebhookChoices, WebhookFields } from "./webhook-fields"
import { WebhookFormError } from "./webhook-form-error"
import { webhookValues } from "./webhook-values"

type Created = Data<"webhooks", "create">

export function CreateWebhookDialog({ choices, base }: { choices: WebhookChoices; base: string }) {
  return (
    <CreateDialog<Created>
      trigger={<Button kind="primary">Add webhook</Button>}
      title="Add a webhook"
      className="max-w-xl"
      form={(onCreated) => <WebhookForm choices={choices} onCreated={onCreated} />}
      secretOf={({ secret, webhook: { id, url } }) =>
        signingSecretStep({ title: "Webhook added: store its secret", secret, url, path: `${base}/${id}` })
      }
    />
  )
}

function WebhookForm({ choices, onCreated }: { choices: WebhookChoices; onCreated: (created: Created) => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.webhooks.create.mutationOptions(), {
    onDone: ({ data }) => onCreated(data),
  })
  return (
    <form method="post" className="flex flex-col gap-5" onSubmit={(event) => run(webhookValues(event))}>
      <WebhookFields choices={choices} problem={problem} />
      <WebhookFormError problem={problem} />
      <DialogFormActions isBusy={isBusy}>Add webhook</DialogFormActions>
    </form>
  )
}
