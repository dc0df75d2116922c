/** The actions of a webhook's page, for owners and admins. */
import type { Webhook } from "@/components/api/types"
import { DeleteWebhook } from "./delete-webhook"
import { PauseWebhook } from "./pause-webhook"
import { ResumeWebhook } from "./resume-webhook"
import { SendTest } from "./send-test"

type Props = { webhook: Webhook; listPath: string; hasDeveloperAccess: boolean }

export function WebhookActions({ webhook, listPath, hasDeveloperAccess }: Props) {
  const { id, url, state, counts } = webhook
  const isStopped = state !== "active"
  return (
    <>
      {hasDeveloperAccess && (isStopped || counts.held > 0) && <ResumeWebhook webhook={webhook} />}
      {hasDeveloperAccess && <SendTest webhookId={id} url={url} logPath={`${listPath}/deliveries`} />}
      {!isStopped && <PauseWebhook webhook={webhook} />}
      <DeleteWebhook webhook={webhook} listPath={listPath} />
    </>
  )
}
