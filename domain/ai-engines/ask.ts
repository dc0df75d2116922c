/**
 * Asks an engine one question, with a deadline and without retries. Maps every error to one of a few failure codes.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { retryAfterSeconds } from "@/domain/kernel/retry-after"
import { publicVendorFetch, type VendorFetch, vendorFetch } from "@/domain/security/vendor-fetch"
import { askAnthropic } from "./anthropic"
import { BillingMeter } from "./billing"
import { askCompatible } from "./compatible"
import {
  type AskEngine,
  type AskedReply,
  EngineError,
  type EngineRequestSettings,
  maxQuestionSeconds,
  type Question,
  type Transport,
} from "./engine-client"
import { askGemini } from "./gemini"
import type { EngineKind } from "./kinds"
import { askOpenai } from "./openai"
import { askPerplexity } from "./perplexity"
import { askSample } from "./sample"

const engines: Record<EngineKind, AskEngine> = {
  openai: askOpenai,
  perplexity: askPerplexity,
  gemini: askGemini,
  anthropic: askAnthropic,
  compatible: askCompatible,
  sample: askSample,
}

const defaultTimeoutMs = () =>
  1_000 * Math.min(Number(process.env.AI_ENGINE_TIMEOUT_SECONDS || maxQuestionSeconds), maxQuestionSeconds)

type RecordedResponse = { response: Response; bytes: Buffer }
/** The responses to one question. `last` can be an error response. `raw` holds the bodies of all others. */
type RecordedResponses = { last?: RecordedResponse; raw: Buffer[]; meter: BillingMeter }
/** Connects a request with its question, because all questions share two `fetch` functions. */
const recordedResponses = new AsyncLocalStorage<RecordedResponses>()

const recordResponses =
  (send: VendorFetch): typeof fetch =>
  async (...request) => {
    const recorded = recordedResponses.getStore() as RecordedResponses
    recorded.last = await recorded.meter.send(() => send(...request))
    const { response, bytes } = recorded.last
    if (response.ok) recorded.raw.push(bytes)
    return response
  }
/** In bytes. A typical answer with all its sources is a hundredth of this. */
const maxResponseBytes = 4 * 1024 * 1024
const fetchAny = recordResponses(vendorFetch(maxResponseBytes))
const fetchPublic = recordResponses(publicVendorFetch(maxResponseBytes))

/**
 * Asks the question and returns the reply. Throws only EngineError, with `billed`. `isTrusted`: the operator set the
 * address, so it may lead into a private network.
 */
export async function askEngine(
  kind: EngineKind,
  question: Question,
  settings: EngineRequestSettings,
  { isTrusted = false, timeoutMs = defaultTimeoutMs() } = {},
): Promise<AskedReply> {
  const signal = AbortSignal.timeout(timeoutMs)
  const meter = new BillingMeter()
  const recorded: RecordedResponses = { raw: [], meter }
  const fetch = settings.baseUrl && !isTrusted ? fetchPublic : fetchAny
  const startedAt = performance.now()
  const transport: Transport = { fetch, signal, reportUsage: (usage) => meter.report(usage) }
  try {
    const reply = await recordedResponses.run(recorded, () => engines[kind](question, settings, transport))
    if (reply.text.trim() === "")
      throw new EngineError("empty_answer", "The engine returned an answer without text.", { isRetryable: false })
    return { ...reply, ...meter.usage(), raw: recorded.raw, latencyMs: performance.now() - startedAt }
  } catch (thrown) {
    const { code, message, more } = failureOf(thrown, signal, recorded.last)
    throw new EngineError(code, message, { ...more, billed: meter.billed() })
  }
}

/**
 * Derives the failure from the HTTP status and OpenAI's error code. Error messages differ between libraries, and some
 * contain the key.
 */
function failureOf(thrown: unknown, signal: AbortSignal, last: RecordedResponse | undefined): EngineError {
  if (thrown instanceof EngineError) return thrown
  if (signal.aborted) return new EngineError("timeout", "The engine did not respond in time.", { isRetryable: true })
  if (last && !last.response.ok) return httpFailure(last)
  if (isBlocked(thrown))
    return engineError("The engine's URL resolves to a private network, which is not allowed.", false)
  if (last) return engineError("The engine's response was incomplete or not readable.", true)
  return engineError("The engine could not be reached.", true)
}

function httpFailure({ response: { status, headers }, bytes }: RecordedResponse): EngineError {
  const retry = { isRetryable: true, retryAfterSeconds: retryAfterSeconds(headers.get("retry-after") ?? undefined) }
  if (status === 402 || (status === 429 && errorCodeOf(bytes) === "insufficient_quota"))
    return new EngineError(
      "key_refused",
      "The account of the API key has no credit left, or has reached its spending limit. Add credit or raise the limit with the engine's vendor.",
      { isRetryable: false },
    )
  if (status === 429)
    return new EngineError(
      "rate_limited",
      "The engine's rate limit is used up. Try again later, or lower the limit of questions per minute.",
      retry,
    )
  if (status === 401 || status === 403)
    return new EngineError("key_refused", `The engine rejected the API key (HTTP ${status}).`, { isRetryable: false })
  if (status < 500 && status !== 408) return engineError(`The engine rejected the question (HTTP ${status}).`, false)
  return new EngineError("engine_error", `The engine returned an error (HTTP ${status}).`, retry)
}

/** Returns `error.code` of an error response in OpenAI's format. */
function errorCodeOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()).error?.code
  } catch {
    return undefined
  }
}

const engineError = (message: string, isRetryable: boolean) => new EngineError("engine_error", message, { isRetryable })

function isBlocked(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if ((error as { code?: unknown }).code === "address_blocked") return true
  return false
}
