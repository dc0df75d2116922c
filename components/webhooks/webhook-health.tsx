/** Badge for the health of a webhook. Pages show the reason beside it. */
import type { Webhook } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"

const badgeByHealth = {
  active: ["clear", "delivering"],
  failing: ["danger", "failing"],
  throttled: ["caution", "throttled"],
  paused: ["idle", "paused"],
  disabled: ["danger", "disabled"],
} as const

export function WebhookHealth({ webhook }: { webhook: Pick<Webhook, "health" | "last_success_at" | "failure_count"> }) {
  const { health, last_success_at, failure_count } = webhook
  const isNew = health === "active" && !last_success_at && failure_count === 0
  const [badge, label] = isNew ? (["idle", "ready"] as const) : badgeByHealth[health]
  return <Badge state={badge}>{label}</Badge>
}
