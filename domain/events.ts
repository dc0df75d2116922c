/**
 * Catalogue of the event types that webhook endpoints can subscribe to. Sending, validation and documentation all read
 * it.
 */
import type { z } from "zod"
import { endpointDisabled, exampleEndpointDisabled } from "./events/endpoint-disabled"
import { exampleScanCompleted, scanCompleted } from "./events/scan-completed"
import { exampleSignalCreated, signalCreated } from "./events/signal-created"
import { exampleTestPing, testPing } from "./events/test-ping"

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
      "Something about a client needs attention: a metric left its usual range, a budget runs out, an AI engine stopped naming the brand. Sent once, when the signal is made; the same finding seen again makes no new event.",
    since: "2026-11-01",
    data: signalCreated,
    example: exampleSignalCreated,
  },
  "scan.completed": {
    summary: "An AI-visibility scan finished",
    description:
      "Sent once a scan, when its figures are stored: status completed, partial or failed, never canceled. Texts of answers are not in it; links say where to fetch more.",
    since: "2026-11-01",
    data: scanCompleted,
    example: exampleScanCompleted,
  },
  "test.ping": {
    summary: "A test was sent from the settings",
    description: 'Sent to one endpoint when somebody presses "Send test event". The body has "test": true.',
    since: "2026-11-01",
    data: testPing,
    example: exampleTestPing,
  },
  "endpoint.disabled": {
    summary: "A webhook endpoint was disabled",
    description:
      "Sent to the team's other endpoints when the service stops sending to one: it failed for five days, or its receiver asked for no more. What happens from then on is held for it.",
    since: "2026-11-01",
    data: endpointDisabled,
    example: exampleEndpointDisabled,
  },
} as const satisfies Record<string, EventDefinition>

export type EventType = keyof typeof events
export type EventData<Type extends EventType> = z.input<(typeof events)[Type]["data"]>
export const eventTypes = Object.keys(events) as EventType[]

/** Every pattern that matches `type`: the type, its families (`signal.*`) and `*`. */
export const patternsFor = (type: string): string[] => {
  const parts = type.split(".")
  return ["*", ...parts.slice(1).map((_, i) => `${parts.slice(0, i + 1).join(".")}.*`), type]
}

/**
 * Whether an endpoint that subscribes to `patterns` receives events of `type`. An endpoint without patterns receives
 * none.
 */
export const matchesType = (patterns: readonly string[], type: string) =>
  patternsFor(type).some((pattern) => patterns.includes(pattern))

/** Every type and pattern that an endpoint or a filter may name. */
export const eventPatterns = [...new Set(eventTypes.flatMap(patternsFor))]
