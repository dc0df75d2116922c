/** Cuts what an engine answered to the length that an answer may have, and says how much was cut. */
import { maxAnswerCharacters, maxSources, maxUrlCharacters } from "@/domain/ai-visibility/answer-limits"
import type { Source } from "@/domain/ai-visibility/extraction/distinct-sources"
import { storable } from "./record-answers"

type LimitedAnswer = { text: string; sources: Source[]; cut_characters: number; left_out_sources: number }

export function withinLimits(text: string, sources: readonly Source[]): LimitedAnswer {
  const whole = storable(text)
  const retained = sources.filter(({ url }) => url.length <= maxUrlCharacters).slice(0, maxSources)
  return {
    // The cut may fall between the halves of a surrogate pair.
    text: storable(whole.slice(0, maxAnswerCharacters)),
    sources: retained,
    cut_characters: Math.max(0, whole.length - maxAnswerCharacters),
    left_out_sources: sources.length - retained.length,
  }
}
