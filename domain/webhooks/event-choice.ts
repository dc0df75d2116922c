/** The events that an endpoint subscribes to: types, groups (`signal.*`) and `*`. */
import { z } from "zod"
import { eventTypes, patternsFor } from "@/domain/events/catalogue"
import { Problem } from "@/domain/kernel/errors"
import { maxListedErrors } from "@/domain/kernel/validate"

export const eventChoice = z
  .array(z.string().max(100))
  .min(1)
  .max(50)
  .meta({
    description: "Event types, groups such as signal.*, or * for all events.",
    examples: [["signal.*", "scan.completed"]],
  })

/**
 * Returns the choice sorted and without duplicates, so that equal choices are equal values. Throws `event_type_unknown`
 * with the first unknown events.
 */
export function requireKnownEventTypes(chosen: readonly string[]): string[] {
  const validPatterns = new Set(eventTypes.flatMap(patternsFor))
  const unknown = [...new Set(chosen)].filter((pattern) => !validPatterns.has(pattern))
  if (unknown.length === 0) return [...new Set(chosen)].sort()
  const fix = `Use ${eventTypes.join(", ")}, a group such as signal.*, or * for all events.`
  const errors = unknown.slice(0, maxListedErrors).map((pattern) => ({
    pointer: `/event_types/${chosen.indexOf(pattern)}`,
    code: "event_type_unknown" as const,
    detail: `The event type ${JSON.stringify(pattern)} does not exist.`,
    fix,
  }))
  throw new Problem("event_type_unknown", `${errors.map((e) => e.detail).join(" ")} ${fix}`, { errors })
}
