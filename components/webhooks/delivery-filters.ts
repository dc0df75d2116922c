/** Filters of the delivery log: their URL parameters and the operation's input. */
import type { Delivery, Inputs } from "@/components/api/types"
import type { ListPeriod } from "@/components/lists/list-period"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { deliveryStates } from "./delivery-state"

export type DeliveryQuery = Partial<
  Record<(typeof filterNames)[number] | "at" | "sort" | "cursor" | "newer_than", string>
>
export const filterNames = ["webhook", "state", "event", "response", "error", "since", "from", "to", "q"] as const

type DeliveriesInput = Inputs["deliveries"]["list"]
type Order = NonNullable<DeliveriesInput["sort"]>

export const deliveryOrders: Record<Order, string> = { "-created_at": "newest first", created_at: "oldest first" }

export const deliveryOrderOf = ({ sort }: DeliveryQuery): Order => sortFromQuery(sort, ordersOf(deliveryOrders))

type StatusClass = NonNullable<DeliveriesInput["status_class"]>[number]

export const stateNames: Record<string, string> = Object.fromEntries(
  Object.entries(deliveryStates).map(([state, [, label]]) => [state, label]),
)

export const responseNames: Record<StatusClass, string> = {
  "2xx": "2xx · success",
  "3xx": "3xx · redirect",
  "4xx": "4xx · client error",
  "5xx": "5xx · server error",
  none: "no response",
}

export const isFiltered = (query: DeliveryQuery) => filterNames.some((name) => query[name])

/**
 * Converts the URL parameters to the operation's input. Ignores unknown states and responses. The operation refuses
 * other invalid values, and the page then shows no deliveries.
 */
export function deliveryFilters(query: DeliveryQuery, { after, before }: ListPeriod): DeliveriesInput {
  const { webhook, state = "", event, response = "", error, q, cursor, newer_than } = query
  return {
    sort: deliveryOrderOf(query),
    ...(newer_than ? { newer_than } : { cursor }),
    ...(webhook ? { webhook_id: webhook } : {}),
    ...(Object.hasOwn(stateNames, state) ? { state: [state as Delivery["state"]] } : {}),
    ...(event ? { event_type: [event] } : {}),
    ...(Object.hasOwn(responseNames, response) ? { status_class: [response as StatusClass] } : {}),
    ...(error ? { error_code: error as NonNullable<DeliveriesInput["error_code"]> } : {}),
    ...(after ? { since: after } : {}),
    ...(before ? { until: before } : {}),
    ...(q ? { q } : {}),
  }
}
