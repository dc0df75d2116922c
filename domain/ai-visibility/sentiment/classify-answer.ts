/** Classifies the sentiment of one answer with one question for all its brands, and a second question if the reply is unusable. */
import { askEngine } from "../engines/ask"
import { EngineFailure } from "../engines/engine-client"
import type { TeamEngine } from "../engines/team-engines"
import { readLabels, type Sentiment } from "./read-labels"
import { type AnswerToClassify, questionVersion, sentimentQuestion } from "./sentiment-question"

export type Classified = { labels: Map<string, Sentiment | null>; costUsd: number }

/** Timeout of each of the two questions. */
const classifyTimeoutMs = 45_000

/** Throws EngineFailure. Brands that have no label after the second reply stay without one. */
export async function classifyAnswer(
  { kind, settings, isTrusted }: TeamEngine,
  answer: AnswerToClassify,
  timeoutMs = classifyTimeoutMs,
): Promise<Classified> {
  const ask = async (error?: string) => {
    const question = sentimentQuestion(answer, error)
    const { text, costUsd } = await askEngine(kind, question, settings, { isTrusted, timeoutMs })
    return { ...readLabels(text, answer.brands), costUsd: costUsd ?? 0 }
  }
  const first = await ask()
  if (first.labels && !first.error) return first
  const second = await ask(first.error ?? undefined)
  const labels = second.labels ?? first.labels
  if (!labels)
    throw new EngineFailure("engine_error", "The model's reply does not have the required format.", {
      isRetryable: false,
    })
  return { labels, costUsd: first.costUsd + second.costUsd }
}

/** Identifies how a label was produced. Stored with the label. */
export const methodOf = ({ id, settings }: TeamEngine) => `${id}:${settings.model}:${questionVersion}`
