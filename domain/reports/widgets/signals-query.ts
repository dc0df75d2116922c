/** Defines the query of a signals widget: which signals of the report's client it lists. */
import { z } from "zod"
import { signalCreated } from "@/domain/events/signal-created"
import { severities } from "@/domain/signals/signal"

/** Signals about data sources are work of the agency and never part of a report. */
export const reportedCategories = signalCreated.shape.signal.shape.category.exclude(["data_health"])

export const signalsQuery = z.strictObject({
  category: z.array(reportedCategories).min(1).optional(),
  min_severity: z.enum(severities).default("info"),
  limit: z.int().min(1).max(50).default(10),
})
export type SignalsQuery = z.output<typeof signalsQuery>
