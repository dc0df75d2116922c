/**
 * Interface that every AI engine implements: takes a question and returns an answer with its sources, or throws an
 * EngineError.
 */
import type { Source } from "@/domain/answers/extraction/sources"

export type Question = {
  prompt: string
  /** Country of the asker (ISO 3166-1 alpha-2), "" for none. Engines without location support ignore it. */
  region: string
  /** What the sample engine invents its answer from: brand names and a seed. It is never sent to real engines. */
  invention: { brands: readonly string[]; seed: string }
  /** Asks for JSON. Without it the engine answers in prose. Turn web search off when you use it. */
  json?: JsonFormat
}

/**
 * The JSON to return and the instructions for it. Some vendors do not enforce the schema, so validate the result
 * strictly.
 */
export type JsonFormat = { instructions: string; name: string; schema: Record<string, unknown> }

export type EngineRequestSettings = {
  model: string
  /** Null when the team has no key for this engine. */
  apiKey: string | null
  /** Default: the vendor's address. */
  baseUrl?: string | undefined
  webSearch: boolean
}

/**
 * Default timeout of a question, and maximum of AI_ENGINE_TIMEOUT_SECONDS. The lease of a task lasts longer
 * (`leaseSeconds` in scans/tasks.ts).
 */
export const maxQuestionSeconds = 120

/**
 * How one question is sent: a `fetch` that records responses, shared by all questions to one kind of address, and the
 * abort signal. Engines call `reportUsage` for each response before they check it, because unusable answers are billed
 * too.
 */
export type Transport = { fetch: typeof fetch; signal: AbortSignal; reportUsage: (usage: Usage) => void }

/** What an engine reports as used. Null where it reports nothing. */
export type Usage = {
  tokensIn: number | null
  tokensOut: number | null
  /** Web searches that the engine bills. */
  searches: number | null
  costUsd: number | null
}

/** The summed usage of the billed requests of an attempt. */
export type BilledUsage = Usage & { requests: number }

/** What an engine bills for an attempt. "unknown": a response is missing, so the engine may have billed it or not. */
export type Billed = BilledUsage | "unknown" | "nothing"

/**
 * Caches one client of a vendor's library per settings object: creating a client costs about a tenth of the CPU time of
 * a question. The first question loads the library, so that it does not delay the start of the process. The libraries
 * require a key, so without one they get "none".
 */
export function createClientCache<Client>(
  create: (settings: EngineRequestSettings & { apiKey: string }, fetch: Transport["fetch"]) => Promise<Client>,
) {
  const clients = new WeakMap<EngineRequestSettings, { fetch: Transport["fetch"]; client: Client }>()
  return async (settings: EngineRequestSettings, fetch: Transport["fetch"]): Promise<Client> => {
    const cached = clients.get(settings)
    if (cached?.fetch === fetch) return cached.client
    const client = await create({ ...settings, apiKey: settings.apiKey ?? "none" }, fetch)
    clients.set(settings, { fetch, client })
    return client
  }
}

export type EngineReply = {
  text: string
  /** In the order of the answer. */
  sources: Source[]
  searchQueries: string[]
  /** As reported by the engine, for example `gpt-5.5-2026-04-23`. */
  modelVersion: string | null
  finishReason: string | null
}

export type AskedReply = EngineReply &
  BilledUsage & {
    latencyMs: number
    /** Response bodies as received: the JSON of each response in order. */
    raw: readonly Buffer[]
  }

export type AskEngine = (
  question: Question,
  settings: EngineRequestSettings,
  transport: Transport,
) => Promise<EngineReply>

export const failureCodes = [
  "timeout",
  "rate_limited",
  "engine_error",
  "key_refused",
  "refused",
  "empty_answer",
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Says why there is no answer. The message is written by Signalbox and never contains the key. */
export class EngineError extends Error {
  override name = "EngineError"

  constructor(
    readonly code: FailureCode,
    message: string,
    readonly more: {
      /** True when the same question may succeed later. */
      isRetryable: boolean
      /** Wait that the engine asked for. */
      retryAfterSeconds?: number | null
      /** Always set by `askEngine` and `classifyAnswer`. */
      billed?: Billed
    },
  ) {
    super(message)
  }
}

export const refusedError = (reason: string) =>
  new EngineError("refused", `The engine refused to answer (${reason}).`, { isRetryable: false })

/** Reports a failed search as an error. Otherwise the answer would count as one that cites nothing. */
export const searchFailedError = (reason: string) =>
  new EngineError("engine_error", `The engine's web search failed (${reason}).`, { isRetryable: true })
