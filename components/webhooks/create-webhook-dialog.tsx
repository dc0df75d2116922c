/** Dialog that adds a webhook and shows its secret once. */
"use client"

import type { Data } from "@/components/api/types"
import { CreateDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import type { WebhookChoices } from "./webhook-fields"

const loadForm = () => import("./create-webhook-form")

export function CreateWebhookDialog({ choices, base }: { choices: WebhookChoices; base: string }) {
  return (
    <CreateDialog<Data<"webhooks", "create">, Awaited<ReturnType<typeof loadForm>>>
      trigger={<Button kind="primary">Add webhook</Button>}
      title="Add a webhook"
      className="max-w-xl"
      load={loadForm}
      form={({ WebhookForm }, onCreated) => <WebhookForm choices={choices} onCreated={onCreated} />}
      secretOf={({ signingSecretStep }, { secret, webhook: { id, url } }) =>
        signingSecretStep({ title: "Webhook added: store its secret", secret, url, path: `${base}/${id}` })
      }
    />
  )
}
