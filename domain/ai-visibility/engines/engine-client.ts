/** What every AI engine is to the rest of the product: a question in, an answer with its sources out, or one of a few failures. */
import type { Source } from "../extraction/distinct-sources"

export type Question = {
  prompt: string
  /** ISO 3166-1 alpha-2: where the asker is; "" for nowhere in particular. Engines that know no places answer without. */
  region: string
  /** The sample engine invents its answers of these names, the same for the same seed. No real engine is told either. */
  sample: { brands: readonly string[]; seed: string }
  /** Left out: prose. With it, ask without web search. */
  json?: JsonWanted
}

/** JSON of this schema, made under these instructions. A vendor that can holds its model to the schema; read it strictly all the same. */
export type JsonWanted = { instructions: string; name: string; schema: Record<string, unknown> }

export type EngineSettings = {
  model: string
  apiKey: string
  /** Left out: the vendor's own. */
  baseUrl?: string | undefined
  webSearch: boolean
}

/** How to reach it: a `fetch` that watches, the same for all calls to one kind of address, and the signal that ends the call. */
export type Line = { fetch: typeof fetch; signal: AbortSignal }

/**
 * One client of a vendor's library for all questions of the same settings: making one costs a tenth of asking. The libraries are loaded
 * by the first question: a start need not wait for them.
 */
export function oneClient<Client>(make: (settings: EngineSettings, fetch: Line["fetch"]) => Promise<Client>) {
  const known = new WeakMap<EngineSettings, { fetch: Line["fetch"]; client: Client }>()
  return async (settings: EngineSettings, fetch: Line["fetch"]): Promise<Client> => {
    const found = known.get(settings)
    if (found?.fetch === fetch) return found.client
    const client = await make(settings, fetch)
    known.set(settings, { fetch, client })
    return client
  }
}

export type EngineReply = {
  text: string
  /** In the order of the answer. */
  sources: Source[]
  searchQueries: string[]
  /** As the engine names what answered, e.g. `gpt-5.5-2026-04-23`. */
  modelVersion: string | null
  finishReason: string | null
  tokensIn: number | null
  tokensOut: number | null
  /** Only where the engine itself says it. */
  costUsd: number | null
}

export type AskedReply = EngineReply & {
  latencyMs: number
  /** What the vendor sent: the JSON of one answer after the other. */
  raw: readonly Buffer[]
}

export type AskEngine = (question: Question, settings: EngineSettings, line: Line) => Promise<EngineReply>

export const failureCodes = [
  "timeout",
  "rate_limited",
  "engine_error",
  "key_refused",
  "refused",
  "empty_answer",
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Why there is no answer. The message is ours and holds no key. */
export class EngineFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly more: {
      /** Whether the same question may be answered later. */
      isRetryable: boolean
      /** What the engine asked for. */
      retryAfterSeconds?: number | null
    },
  ) {
    super(message)
    this.name = "EngineFailure"
  }
}

export const refused = (reason: string) =>
  new EngineFailure("refused", `The engine refused to answer (${reason}).`, { isRetryable: false })

/** A search that failed is no answer without sources: it would be counted as one. */
export const searchFailed = (reason: string) =>
  new EngineFailure("engine_error", `The engine's web search failed (${reason}).`, { isRetryable: true })
