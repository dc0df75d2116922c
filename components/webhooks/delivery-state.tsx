/** Badge for the state of a delivery. */
import type { Delivery } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"

export const deliveryStates = {
  pending: ["caution", "waiting"],
  leased: ["caution", "in flight"],
  succeeded: ["clear", "delivered"],
  exhausted: ["danger", "exhausted"],
  cancelled: ["idle", "canceled"],
  held: ["idle", "held"],
  expired: ["idle", "expired"],
} as const satisfies Record<Delivery["state"], unknown>

export function DeliveryState({ delivery }: { delivery: Pick<Delivery, "state" | "attempts_made"> }) {
  const { state, attempts_made } = delivery
  const [badge, label] = deliveryStates[state]
  return <Badge state={badge}>{state === "pending" && attempts_made > 0 ? "will be retried" : label}</Badge>
}
