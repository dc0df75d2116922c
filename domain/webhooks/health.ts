/**
 * Derives an endpoint's health and a sentence that explains it. The health is not stored, so it cannot become outdated.
 */
import { requestErrorSentence } from "@/domain/security/request-errors"
import { sql } from "@/prisma/client"

/** `throttled`: it waits until a known time and continues by itself. `paused` and `disabled`: a user must resume it. */
export const healthStates = ["active", "failing", "throttled", "paused", "disabled"] as const
export type Health = (typeof healthStates)[number]

type HealthFacts = {
  state: "active" | "paused_user" | "disabled_auto" | "disabled_gone"
  failure_count: number
  first_failure_at: string | null
  last_success_at: string | null
  paused_until: string | null
  /** True while paused_until is in the future, by the clock of Postgres. */
  is_throttled: boolean
  /** How often the circuit breaker has throttled the endpoint since it last closed. 0 while it is closed. */
  breaker_openings: number
  paused_by: ThrottleCause
  /** Of the last failed attempt since the last success. */
  last_error_code: string | null
  last_status: number | null
  disabled_reason: string | null
  counts: { held: number }
}

/** Failed attempts without a success after which an endpoint counts as failing. */
const failuresToFailing = 3

/** True for an endpoint `e` that is failing or that Signalbox disabled, also while a failing one is throttled. */
export const needsAttention = sql`(e.state in ('disabled_auto', 'disabled_gone')
  or e.state = 'active' and e.failure_count >= ${failuresToFailing}::int)`

/** `hasDeveloperAccess`: whether the plan of the team includes webhooks. */
export function endpointHealthOf(facts: HealthFacts, hasDeveloperAccess: boolean): { health: Health; why: string } {
  const { state } = facts
  if (state === "disabled_auto" || state === "disabled_gone") return { health: "disabled", why: whyDisabled(facts) }
  if (state === "paused_user") return { health: "paused", why: `Paused manually. ${describeHeld(facts)}` }
  if (!hasDeveloperAccess)
    return { health: "paused", why: `The team's plan does not include webhooks. ${describeHeld(facts)}` }
  if (facts.is_throttled) return { health: "throttled", why: whyThrottled(facts) }
  if (facts.failure_count >= failuresToFailing) return { health: "failing", why: whyFailing(facts) }
  return { health: "active", why: whyActive(facts) }
}

function whyDisabled({ state, disabled_reason, ...facts }: HealthFacts) {
  const cause =
    state === "disabled_gone"
      ? "The receiver asked to stop all deliveries"
      : "All attempts of the last five days failed"
  // Some stored reasons end with a period.
  return `Disabled: ${disabled_reason || cause}. ${describeHeld(facts)}`.replace("..", ".")
}

/**
 * What set `paused_until`, the end of the throttle. `receiver`: its Retry-After header. `breaker`: the circuit breaker,
 * because most requests failed. `order`: a FIFO endpoint waits to send its first event again. null: an earlier version
 * set it.
 */
export const throttleCauses = ["receiver", "breaker", "order"] as const
export type ThrottleCause = (typeof throttleCauses)[number] | null

type Throttle = Pick<HealthFacts, "paused_by" | "breaker_openings" | "paused_until">

/** Says why a throttled endpoint waits, and until when. */
export const whyThrottled = (throttle: Throttle) => `${throttleSentence(throttle)} Queued events are kept.`

function throttleSentence({ paused_by, breaker_openings, paused_until }: Throttle) {
  const until = formatUtc(paused_until)
  switch (paused_by ?? (breaker_openings > 0 ? "breaker" : "receiver")) {
    case "receiver":
      return `The receiver asked us to wait until ${until}.`
    case "breaker":
      return `Most recent requests failed. Deliveries are paused until ${until}, then we send one test request.`
    case "order":
      return `The first event failed and will be retried. Later events wait until ${until}, because this webhook gets events in order.`
  }
}

function whyFailing({ failure_count, first_failure_at, ...facts }: HealthFacts) {
  return `${failure_count} attempts have failed since ${formatUtc(first_failure_at)}, and none succeeded.${describeError(facts)} The webhook is disabled after five days without a success.`
}

/** ` Last error: The receiver returned a server error (status 503).`, or "" if the error is not known. */
function describeError({ last_error_code, last_status }: Pick<HealthFacts, "last_error_code" | "last_status">) {
  const sentence = requestErrorSentence(last_error_code, last_status)
  return sentence ? ` Last error: ${sentence}` : ""
}

function whyActive(facts: HealthFacts) {
  if (facts.counts.held === 0) return describeSuccess(facts)
  return `${describeSuccess(facts)} ${describeHeld(facts)} Resume the webhook to send or skip them.`
}

function describeSuccess({ failure_count, last_success_at, ...facts }: HealthFacts) {
  if (failure_count > 0) {
    const failures = failure_count === 1 ? "1 attempt has" : `${failure_count} attempts have`
    return `Delivering. ${failures} failed since the last success.${describeError(facts)}`
  }
  if (last_success_at) return `Delivering. Last success: ${formatUtc(last_success_at)}.`
  return "No request has succeeded yet."
}

function describeHeld({ counts }: Pick<HealthFacts, "counts">) {
  if (counts.held === 0) return "New events are held."
  return counts.held === 1 ? "1 event is held." : `${counts.held} events are held.`
}

/** `2026-11-20 06:12 UTC` */
export const formatUtc = (moment: string | null) =>
  moment ? `${new Date(moment).toISOString().slice(0, 16).replace("T", " ")} UTC` : "an unknown time"
