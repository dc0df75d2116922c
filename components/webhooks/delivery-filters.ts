/** Types the URL parameters of the delivery log, and names the choices of its filters. */
import type { Delivery, Inputs } from "@/components/api/types"
import { deliveryStates } from "./delivery-state"

type DeliveriesInput = Inputs["deliveries"]["list"]

/** Most are fields of the operation's input. */
export type DeliveryQuery = Partial<
  Record<Exclude<keyof DeliveriesInput, "limit" | "until"> | "at" | "from" | "to", string>
>

export const deliveryOrders: Record<NonNullable<DeliveriesInput["sort"]>, string> = {
  "-created_at": "newest first",
  created_at: "oldest first",
}

export const stateNames = Object.fromEntries(
  Object.entries(deliveryStates).map(([state, { label }]) => [state, label]),
) as Record<Delivery["state"], string>

export const statusClassNames: Record<NonNullable<DeliveriesInput["status_class"]>[number], string> = {
  "2xx": "2xx · success",
  "3xx": "3xx · redirect",
  "4xx": "4xx · client error",
  "5xx": "5xx · server error",
  none: "no response",
}
