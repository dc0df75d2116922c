/**
 * Catalogue of the event types that webhook endpoints can subscribe to. Sending, validation and documentation all read
 * it.
 */
import type { z } from "zod"
import { endpointDisabled, exampleEndpointDisabled } from "./endpoint-disabled"
import { exampleScanCompleted, scanCompleted } from "./scan-completed"
import { exampleSignalCreated, signalCreated } from "./signal-created"
import { exampleTestPing, testPing } from "./test-ping"

type EventDefinition = {
  /** What happened, as a short sentence. */
  summary: string
  description: string
  /** The API version that introduced it. */
  since: string
  data: z.ZodObject
  example: unknown
}

export const events = {
  "signal.created": {
    summary: "A signal was detected",
    description:
      "Something about a client needs attention. For example, a metric left its usual range, a budget is running out, or an AI engine no longer mentions the brand. Sent once, when the signal is created. If the same finding is detected again, no new event is sent.",
    since: "2026-11-01",
    data: signalCreated,
    example: exampleSignalCreated,
  },
  "scan.completed": {
    summary: "An AI-visibility scan finished",
    description:
      "Sent once per scan, when its metrics are stored. The status is completed, partial or failed, never canceled. The event does not contain the texts of answers. Its links lead to more data.",
    since: "2026-11-01",
    data: scanCompleted,
    example: exampleScanCompleted,
  },
  "test.ping": {
    summary: "A test event was sent",
    description: 'Sent to one endpoint when a user clicks "Send test event". The body contains "test": true.',
    since: "2026-11-01",
    data: testPing,
    example: exampleTestPing,
  },
  "endpoint.disabled": {
    summary: "A webhook endpoint was disabled",
    description:
      "Sent to the team's other endpoints when Signalbox stops sending to one of them, because it failed for five days or because its receiver asked to stop. Later events for the disabled endpoint are held.",
    since: "2026-11-01",
    data: endpointDisabled,
    example: exampleEndpointDisabled,
  },
} as const satisfies Record<string, EventDefinition>

export type EventType = keyof typeof events
export type EventData<Type extends EventType> = z.input<(typeof events)[Type]["data"]>
export const eventTypes = Object.keys(events) as EventType[]

/** Every pattern that matches `type`. For `signal.created` these are `*`, `signal.*` and `signal.created`. */
export function patternsFor(type: string): string[] {
  const patterns = ["*"]
  for (let dot = type.indexOf("."); dot >= 0; dot = type.indexOf(".", dot + 1)) patterns.push(`${type.slice(0, dot)}.*`)
  return [...patterns, type]
}

/**
 * Whether an endpoint that subscribes to `patterns` receives events of `type`. An endpoint without patterns receives
 * none.
 */
export const matchesType = (patterns: readonly string[], type: string) =>
  patternsFor(type).some((pattern) => patterns.includes(pattern))

/** Every type and pattern that an endpoint or a filter may name. */
export const eventPatterns = [...new Set(eventTypes.flatMap(patternsFor))]
