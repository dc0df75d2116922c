/** Badge for the state of a delivery. */
import type { Delivery } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"

export const deliveryStates = {
  pending: { badge: "caution", label: "waiting" },
  leased: { badge: "caution", label: "in flight" },
  succeeded: { badge: "clear", label: "delivered" },
  exhausted: { badge: "danger", label: "exhausted" },
  cancelled: { badge: "idle", label: "canceled" },
  held: { badge: "idle", label: "held" },
  expired: { badge: "idle", label: "expired" },
} as const satisfies Record<Delivery["state"], unknown>

export function DeliveryState({ delivery }: { delivery: Pick<Delivery, "state" | "attempts_made"> }) {
  const { state, attempts_made } = delivery
  const { badge, label } = deliveryStates[state]
  return <Badge state={badge}>{state === "pending" && attempts_made > 0 ? "will be retried" : label}</Badge>
}
