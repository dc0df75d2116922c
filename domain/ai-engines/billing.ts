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
  // A response that was not readable reports no searches. Without web search there were none.
  const searches = searchesWeb(kind, settings) ? billed.searches : 0
  return { is_billed: true, cost_usd: costOfAnswer({ ...billed, searches }, prices, { model: settings.model, day }) }
}

/**
 * Follows the requests of one attempt. Every successful response is billed, even a refusal. A response with an error
 * status is not. A request without a complete response may be billed, unless the connection failed before it was sent.
 */
export class BillingMeter {
  /** Requests that were sent and have no complete response. */
  #withoutResponse = 0
  /** Responses without an error status. */
  #succeeded = 0
  readonly #reported: Usage[] = []

  async send<T extends { response: Response }>(request: () => Promise<T>): Promise<T> {
    this.#withoutResponse++
    try {
      const result = await request()
      this.#withoutResponse--
      if (result.response.ok) this.#succeeded++
      return result
    } catch (error) {
      if (connectErrors.has(error as Error)) this.#withoutResponse--
      throw error
    }
  }

  report(usage: Usage) {
    this.#reported.push(usage)
  }

  /** The sum of all reports. A successful response without a report makes it unknown. */
  usage(): BilledUsage {
    const isComplete = this.#reported.length >= this.#succeeded
    const requests = Math.max(this.#reported.length, this.#succeeded)
    return { ...totalUsage(isComplete ? this.#reported : [...this.#reported, unknownUsage]), requests }
  }

  billed(): Billed {
    if (this.#withoutResponse > 0) return "unknown"
    return this.#succeeded + this.#reported.length > 0 ? this.usage() : "nothing"
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

/** Returns what an engine bills for two attempts together. The first one succeeded. */
export function addBilled(first: BilledUsage, second: Billed): Billed {
  if (second === "nothing") return first
  if (second === "unknown") return "unknown"
  return { ...totalUsage([first, second]), requests: first.requests + second.requests }
}

/** Errors of connections that were never established. undici reports these errors before it throws them. */
const connectErrors = new WeakSet<Error>()
subscribe("undici:client:connectError", (message) => {
  connectErrors.add((message as { error: Error }).error)
})
