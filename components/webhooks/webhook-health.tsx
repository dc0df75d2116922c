/** Badge for the health of a webhook. Pages show the reason beside it. */
import type { Webhook } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"

const badgeByHealth = {
  active: { badge: "clear", label: "delivering" },
  failing: { badge: "danger", label: "failing" },
  throttled: { badge: "caution", label: "throttled" },
  paused: { badge: "idle", label: "paused" },
  disabled: { badge: "danger", label: "disabled" },
} as const
/** For a webhook without an attempt. */
const newBadge = { badge: "idle", label: "ready" } as const

export function WebhookHealth({ webhook }: { webhook: Pick<Webhook, "health" | "last_success_at" | "failure_count"> }) {
  const { health, last_success_at, failure_count } = webhook
  const isNew = health === "active" && !last_success_at && failure_count === 0
  const { badge, label } = isNew ? newBadge : badgeByHealth[health]
  return <Badge state={badge}>{label}</Badge>
}
