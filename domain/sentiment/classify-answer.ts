/**
 * Classifies the sentiment of one answer with one question for all its brands, and a second question if the reply is
 * unusable.
 */
import { askEngine } from "@/domain/ai-engines/ask"
import { addBilled, costOfAttempt } from "@/domain/ai-engines/billing"
import { type Billed, EngineError } from "@/domain/ai-engines/engine-client"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { parseJson } from "@/domain/kernel/text"
import {
  type AnswerToClassify,
  type BrandToClassify,
  keyOf,
  questionVersion,
  reply,
  sentimentQuestion,
} from "./sentiment-question"

/**
 * `labels`: by brand id. Null means that the answer does not say enough. `costUsd`: the cost of all questions, or null
 * if it is not known.
 */
export type Classified = { labels: Map<string, Sentiment | null>; costUsd: number | null }

/** Timeout of each of the two questions. */
const classifyTimeoutMs = 45_000

/**
 * Returns the labels of the last usable reply. A brand that has no label there stays without sentiment. Throws
 * EngineError, with what both questions are billed, when the engine fails or when neither reply is usable.
 */
export async function classifyAnswer(
  sentimentModel: TeamEngine,
  answer: AnswerToClassify,
  timeoutMs = classifyTimeoutMs,
): Promise<Classified> {
  const { kind, settings, isTrusted } = sentimentModel
  const askedAt = new Date()
  const ask = async (error?: string) => {
    const question = sentimentQuestion(answer, error)
    const response = await askEngine(kind, question, settings, { isTrusted, timeoutMs })
    return { response, ...readLabels(response.text, answer.brands) }
  }
  const costOf = (billed: Billed) => costOfAttempt(billed, sentimentModel, askedAt).cost_usd
  const first = await ask()
  if (first.labels && !first.error) return { labels: first.labels, costUsd: costOf(first.response) }
  const second = await ask(first.error ?? undefined).catch((failure: unknown) => {
    if (!(failure instanceof EngineError)) throw failure
    const billed = addBilled(first.response, failure.more.billed ?? "unknown")
    throw new EngineError(failure.code, failure.message, { ...failure.more, billed })
  })
  const billed = addBilled(first.response, second.response)
  const labels = second.labels ?? first.labels
  if (!labels)
    throw new EngineError("engine_error", "The model's reply does not have the required format.", {
      isRetryable: false,
      billed,
    })
  return { labels, costUsd: costOf(billed) }
}

/** Identifies how a label was produced. Stored with the label. */
export const methodOf = ({ id, settings }: TeamEngine) => `${id}:${settings.model}:${questionVersion}`

export type Sentiment = "positive" | "neutral" | "negative"

type ReadLabels = {
  /** By brand id. Null means that the answer does not say enough. Brands without a usable label are missing. */
  labels: Map<string, Sentiment | null>
  /** What is wrong with the labels. Null when every requested brand has exactly one label. */
  error: string | null
}

/**
 * Parses the model's reply and accepts only labels that were requested. `labels` is null when the reply does not match
 * the requested JSON.
 */
export function readLabels(
  text: string,
  brands: readonly BrandToClassify[],
): ReadLabels | { labels: null; error: string } {
  const read = reply.safeParse(jsonIn(text))
  if (!read.success) return { labels: null, error: "It was not JSON of the form asked for." }
  const found = new Map<string, Sentiment | null>()
  /** Brands with two different labels. */
  const contradictory = new Set<string>()
  for (const { brand: key, sentiment } of read.data.labels) {
    const brand = brands.find((_, i) => keyOf(i) === key)
    if (!brand) continue
    const label = sentiment === "unclear" ? null : sentiment
    if (found.has(brand.id) && found.get(brand.id) !== label) contradictory.add(brand.id)
    found.set(brand.id, label)
  }
  for (const id of contradictory) found.delete(id)
  const missing = brands.flatMap(({ id }, i) => (found.has(id) ? [] : [keyOf(i)]))
  return { labels: found, error: missing.length > 0 ? `It has not exactly one label for ${missing.join(", ")}.` : null }
}

/** Parses the reply as JSON, with or without a single code fence around it. */
function jsonIn(text: string): unknown {
  const reply = text.trim()
  const isFenced = reply.length >= 6 && reply.startsWith("```") && reply.endsWith("```")
  return parseJson(isFenced ? reply.slice(3, -3).replace(/^json\b/, "") : reply)
}
