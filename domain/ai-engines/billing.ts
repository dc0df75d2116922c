/** Decides whether the engine bills an attempt, and what the attempt costs. */
import { subscribe } from "node:diagnostics_channel"
import type { Billed, BilledUsage, Usage } from "./engine-client"
import { searchesWeb } from "./kinds"
import { costOfAnswer } from "./prices"
import type { TeamEngine } from "./team-engines"

/** `cost_usd` is null if the attempt is billed and its cost is not known. */
export type AttemptCost = { is_billed: boolean; cost_usd: number | null }

/** Returns what an attempt costs by the price that applied when it was asked. Sample engines bill nothing. */
export function costOfAttempt(billed: Billed, { kind, settings, prices }: TeamEngine, askedAt: Date): AttemptCost {
  if (kind === "sample" || billed === "nothing") return { is_billed: false, cost_usd: 0 }
  if (billed === "unknown") return { is_billed: true, cost_usd: null }
  const day = askedAt.toISOString().slice(0, 10)
  // `billed.searches` is null if a response was not readable. An engine without web search makes none.
  const searches = searchesWeb(kind, settings) ? billed.searches : 0
  return { is_billed: true, cost_usd: costOfAnswer({ ...billed, searches }, prices, { model: settings.model, day }) }
}

/** Errors of connections that were never established. undici reports these errors before it throws them. */
const connectErrors = new WeakSet<Error>()
subscribe("undici:client:connectError", (message) => {
  connectErrors.add((message as { error: Error }).error)
})

/**
 * Follows the requests of one attempt. Every successful response is billed, even a refusal. A response with an error
 * status is not. A request without a complete response may be billed, unless the connection failed before it was sent.
 */
export class BillingMeter {
  /** Requests that may have been sent and have no complete response. */
  #withoutCompleteResponse = 0
  /** Responses without an error status. */
  #succeeded = 0
  readonly #reported: Usage[] = []

  async send<T extends { response: Response }>(request: () => Promise<T>): Promise<T> {
    this.#withoutCompleteResponse++
    try {
      const result = await request()
      this.#withoutCompleteResponse--
      if (result.response.ok) this.#succeeded++
      return result
    } catch (error) {
      if (connectErrors.has(error as Error)) this.#withoutCompleteResponse--
      throw error
    }
  }

  report(usage: Usage) {
    this.#reported.push(usage)
  }

  /**
   * The sum of all reports. Its amounts are null if a successful response has no report. The sample engine reports usage
   * without a request.
   */
  usage(): BilledUsage {
    const isComplete = this.#reported.length >= this.#succeeded
    const requests = Math.max(this.#reported.length, this.#succeeded)
    return { ...totalUsage(isComplete ? this.#reported : [...this.#reported, unknownUsage]), requests }
  }

  billed(): Billed {
    if (this.#withoutCompleteResponse > 0) return "unknown"
    const usage = this.usage()
    return usage.requests > 0 ? usage : "nothing"
  }
}

const unknownUsage: Usage = { costUsd: null, tokensIn: null, tokensOut: null, searches: null }

/** Adds up each amount. A sum is null if one of its amounts is not known. */
function totalUsage(usages: readonly Usage[]): Usage {
  const total = (name: keyof Usage) => {
    const amounts = usages.flatMap((usage) => usage[name] ?? [])
    return amounts.length < usages.length ? null : amounts.reduce((sum, amount) => sum + amount, 0)
  }
  return {
    costUsd: total("costUsd"),
    tokensIn: total("tokensIn"),
    tokensOut: total("tokensOut"),
    searches: total("searches"),
  }
}

/** Returns what an engine bills for a successful attempt and another one together. */
export function addBilled(succeeded: BilledUsage, other: Billed): Billed {
  if (other === "nothing") return succeeded
  if (other === "unknown") return "unknown"
  return { ...totalUsage([succeeded, other]), requests: succeeded.requests + other.requests }
}
