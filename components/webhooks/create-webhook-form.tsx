/** The form and the secret of the dialog that adds a webhook. They load when the dialog first opens. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { type WebhookChoices, WebhookFields, WebhookFormError } from "./webhook-fields"
import { webhookValues } from "./webhook-values"

export { signingSecretStep } from "./signing-secret"

type Props = { choices: WebhookChoices; onCreated: (created: Data<"webhooks", "create">) => void }

export function WebhookForm({ choices, onCreated }: Props) {
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
