/** Cuts an engine's answer and its sources to the allowed length, and returns how much was removed. */
import { maxAnswerCharacters, maxSources, maxUrlCharacters } from "@/domain/ai-visibility/answer-limits"
import type { Source } from "@/domain/ai-visibility/extraction/distinct-sources"
import { storable } from "@/domain/kernel/fields"

type LimitedAnswer = { text: string; sources: Source[]; cut_characters: number; left_out_sources: number }

export function withinLimits(text: string, sources: readonly Source[]): LimitedAnswer {
  const whole = storable(text)
  const retained = sources.filter(({ url }) => url.length <= maxUrlCharacters).slice(0, maxSources)
  return {
    // Storable again, because the cut may split a surrogate pair.
    text: storable(whole.slice(0, maxAnswerCharacters)),
    sources: retained,
    cut_characters: Math.max(0, whole.length - maxAnswerCharacters),
    left_out_sources: sources.length - retained.length,
  }
}
