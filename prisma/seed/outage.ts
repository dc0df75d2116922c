/** Sums up the failed attempts of a sample webhook, as the delivery of events records them. */
import { requestErrorSentence } from "@/domain/security/request-errors"
import { formatUtc } from "@/domain/webhooks/health"
import type { Delivery } from "./deliveries"
import { hourMs } from "./members"

type Notice = { at: Date; detail: string }

/** `warnings`: the notices before the webhook was disabled. */
export type Outage = {
  firstFailureAt: Date
  disabledAt: Date
  failures: number
  reason: string
  warnings: Record<"failing_24h" | "failing_72h", Notice>
}

/** The last failure disabled the webhook. */
export function outageOf(deliveries: readonly Delivery[]): Outage {
  const failed = deliveries
    .flatMap(({ attempts }) => attempts.filter(({ status }) => status >= 500))
    .toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
  const failedAt = failed.map(({ endedAt }) => endedAt)
  const [firstFailureAt] = failedAt
  if (!firstFailureAt) throw new Error("the sample webhook has failures")
  const lastError = (index: number) => requestErrorSentence("http_5xx", failed.at(index)?.status ?? null)
  const noticeAt = (index: number): Notice => ({
    at: failedAt.at(index) ?? firstFailureAt,
    detail: `${index + 1} attempts have failed since ${formatUtc(firstFailureAt.toISOString())}, and none succeeded. Last error: ${lastError(index)}`,
  })
  const warningAfter = (hours: number) =>
    noticeAt(failedAt.findIndex((at) => at.getTime() - firstFailureAt.getTime() >= hours * hourMs))
  const { at: disabledAt, detail: reason } = noticeAt(failedAt.length - 1)
  const warnings = { failing_24h: warningAfter(24), failing_72h: warningAfter(72) }
  return { firstFailureAt, disabledAt, failures: failedAt.length, reason, warnings }
}
