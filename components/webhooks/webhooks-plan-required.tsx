/** Shown on the pages of webhooks when the team's plan does not include them. */
import { PlanRequired } from "@/components/settings/plan-required"

type Props = { planName: string; teamPath: string; hasWebhooks: boolean }

export const WebhooksPlanRequired = ({ planName, teamPath, hasWebhooks }: Props) => (
  <PlanRequired title={`The ${planName} plan has no webhooks`} teamPath={teamPath}>
    {hasWebhooks
      ? "Your webhooks are stored, and new events are held for them. Change to another plan to send or skip them."
      : "Change to another plan to notify your code of signals and finished scans."}
  </PlanRequired>
)
