/** Asks one question and determines the result for its task: an answer, a retry or a failure. */
import { askEngine } from "@/domain/ai-engines/ask"
import { type AttemptCost, costOfAttempt } from "@/domain/ai-engines/billing"
import { type AskedReply, type Billed, EngineError, type FailureCode } from "@/domain/ai-engines/engine-client"
import { configHashOf, type TeamEngine } from "@/domain/ai-engines/team-engines"
import { maxAnswerCharacters, maxSources, maxUrlCharacters } from "@/domain/answers/answer-limits"
import type { Source } from "@/domain/answers/extraction/sources"
import { extractAnswer } from "@/domain/answers/extraction-thread/extract"
import { packRawResponse } from "@/domain/answers/raw-response"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import type { OpenScan } from "./open-scan"
import type { NewAnswer } from "./record-answers"
import { maxAttempts, type Task } from "./tasks"

export type TaskResult = { task: Task; cost: AttemptCost } & (
  | { answer: NewAnswer }
  /** With `retryInSeconds` null the task fails for good. `internal` marks an error in Signalbox itself. */
  | { error_code: FailureCode | "internal"; retryInSeconds: number | null; retryAfterSeconds?: number | null }
)

const firstRetrySeconds = 5
const maxRetrySeconds = 3_600

/** Does not throw. An unexpected error becomes a result with the code `internal`, which is retried like others. */
export async function askTask(scan: OpenScan, engine: TeamEngine, task: Task): Promise<TaskResult> {
  const invention = { brands: scan.brands.map((brand) => brand.name), seed: `${scan.scan_id} ${task.run_index}` }
  const askedAt = new Date()
  let billed: Billed = "unknown"
  try {
    const question = { prompt: task.prompt, region: task.region, invention }
    const reply = await askEngine(engine.kind, question, engine.settings, { isTrusted: engine.isTrusted })
    billed = reply
    const cost = costOfAttempt(reply, engine, askedAt)
    return { task, cost, answer: await answerOf(scan, engine, { task, askedAt, reply, cost }) }
  } catch (failure) {
    if (failure instanceof EngineError)
      return { ...failedTask(task, failure), cost: costOfAttempt(failure.more.billed ?? billed, engine, askedAt) }
    log.error({ err: failure, task_id: task.id }, "question failed with an internal error")
    const unexpected = new EngineError("engine_error", "", { isRetryable: true })
    return { ...failedTask(task, unexpected), cost: costOfAttempt(billed, engine, askedAt), error_code: "internal" }
  }
}

const failedTask = (task: Task, failure: EngineError) => ({
  task,
  error_code: failure.code,
  retryInSeconds: retryDelaySeconds(failure, task.attempts + 1),
  retryAfterSeconds: failure.more.retryAfterSeconds ?? null,
})

type Answered = { task: Task; askedAt: Date; reply: AskedReply; cost: AttemptCost }

async function answerOf(
  scan: OpenScan,
  engine: TeamEngine,
  { task, askedAt, reply, cost }: Answered,
): Promise<NewAnswer> {
  const { text, sources, ...omitted } = limitAnswer(reply.text, reply.sources)
  const extracted = await extractAnswer(scan.brands, text, sources)
  return {
    id: newId("answer", askedAt.getTime()),
    scan_id: scan.scan_id,
    task_id: task.id,
    prompt_id: task.prompt_id,
    engine_id: task.engine_id,
    region: task.region,
    run_index: task.run_index,
    engine_config_hash: configHashOf(engine, reply.modelVersion),
    model_version: reply.modelVersion,
    asked_at: askedAt.toISOString(),
    text,
    ...extracted,
    engineDetails: {
      finish_reason: reply.finishReason,
      search_queries: reply.searchQueries.map(withoutUnstorableCharacters),
      tokens_in: reply.tokensIn,
      tokens_out: reply.tokensOut,
      searches_n: reply.searches,
      cost_usd: cost.cost_usd,
      latency_ms: Math.round(reply.latencyMs),
      raw_packed: packRawResponse(reply.raw, engine.settings.apiKey),
      ...omitted,
    },
  }
}

type LimitedAnswer = { text: string; sources: Source[]; cut_characters: number; left_out_sources: number }

/** Cuts an answer and its sources to the allowed length. */
function limitAnswer(text: string, sources: readonly Source[]): LimitedAnswer {
  const stored = withoutUnstorableCharacters(text)
  const retained = sources.filter(({ url }) => url.length <= maxUrlCharacters).slice(0, maxSources)
  return {
    // Storable again, because the cut may split a surrogate pair.
    text: withoutUnstorableCharacters(stored.slice(0, maxAnswerCharacters)),
    sources: retained,
    cut_characters: Math.max(0, stored.length - maxAnswerCharacters),
    left_out_sources: sources.length - retained.length,
  }
}

/**
 * Seconds until the next attempt: 5 s, doubled for each attempt, ±20%, and at least what the engine asked for, up to an
 * hour. Null when there is no further attempt.
 */
export function retryDelaySeconds({ more }: EngineError, attempts: number, random = Math.random): number | null {
  if (!more.isRetryable || attempts >= maxAttempts) return null
  const backoff = firstRetrySeconds * 2 ** (attempts - 1) * (0.8 + 0.4 * random())
  return Math.min(Math.max(backoff, more.retryAfterSeconds ?? 0), maxRetrySeconds)
}
