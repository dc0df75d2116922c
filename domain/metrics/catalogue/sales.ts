/** Metrics of website sales and other conversions. */
import { ratio, sum } from "../metric"

const providers = ["ga4" as const]

export const sales = [
  sum({
    id: "key_events",
    label: "Key events",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "Actions that the client counts as a success, such as a form submission, a call or a purchase.",
  }),
  ratio(
    {
      id: "session_key_event_rate",
      label: "Key events per session",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "Key events divided by sessions.",
    },
    "key_events",
    "sessions",
  ),
  sum({
    id: "purchases",
    label: "Purchases",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "The number of orders placed on the website.",
  }),
  sum({
    id: "revenue",
    label: "Revenue",
    unit: "money",
    direction: "more_is_better",
    providers,
    definition: "The value of the purchases.",
  }),
  ratio(
    {
      id: "avg_order_value",
      label: "Average order value",
      unit: "money",
      direction: "more_is_better",
      providers,
      definition: "The value of an average purchase.",
    },
    "revenue",
    "purchases",
  ),
]
