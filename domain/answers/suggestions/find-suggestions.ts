/** Finds brands that answers name often and that the project does not know yet. */

import { type BrandNames, type FoundMention, mentionFinder } from "../extraction/mentions"
import { knownSites } from "../extraction/sources"
import { brandCandidates, siteKey } from "./brand-candidates"
import { readRuns } from "./capitalized-runs"
import type { CitedSite, ExaminedAnswer, StoredSuggestion } from "./suggestion"

const maxSuggestions = 50
const minAnswers = 2
const maxExamples = 3

/** `known` holds the project's brands, tracked and ignored. */
type SuggestionInput = { answers: ExaminedAnswer[]; sites: CitedSite[]; known: BrandNames[] }

/**
 * Counts candidates together with the known brands, as if they were tracked, because a name can be part of a known
 * name.
 */
export function findSuggestions({ answers, sites, known }: SuggestionInput): StoredSuggestion[] {
  const readings = answers.map(({ text }) => readRuns(text))
  const siteKeys = new Set(sites.map(({ domain }) => siteKey(domain)))
  const candidates = brandCandidates(readings, siteKeys).slice(0, 2 * maxSuggestions)
  const isKnown = mentionFinder(known)
  const fresh = candidates.filter(({ name }) => isKnown(name).length === 0)
  const find = mentionFinder([
    ...known,
    ...fresh.map(({ key, name }) => ({ id: key, name, aliases: [], negative_aliases: [], domains: [] })),
  ])
  const named = new Map<string, { mention: FoundMention; answer: ExaminedAnswer }[]>(fresh.map(({ key }) => [key, []]))
  for (const answer of answers)
    for (const mention of find(answer.text)) named.get(mention.brand_id)?.push({ mention, answer })
  return fresh
    .map(({ key, name }) => ({ key, name, in: named.get(key) ?? [] }))
    .filter((suggestion) => suggestion.in.length >= minAnswers)
    .sort((a, b) => b.in.length - a.in.length || (a.name < b.name ? -1 : 1))
    .slice(0, maxSuggestions)
    .map((suggestion) => ({
      name: suggestion.name,
      answers_n: suggestion.in.length,
      engines: [...Map.groupBy(suggestion.in, ({ answer }) => answer.engine)]
        .map(([engine, of]) => ({ engine, answers_n: of.length }))
        .sort((a, b) => b.answers_n - a.answers_n || (a.engine < b.engine ? -1 : 1)),
      examples: suggestion.in.slice(0, maxExamples).map(({ answer, mention }) => ({
        answer_id: answer.id,
        engine: answer.engine,
        excerpt: mention.excerpt,
      })),
      domain: siteOf(suggestion.key, sites),
    }))
}

/** Returns the most cited site with the brand's name, alone or with a usual suffix: lucidmotors.com for Lucid. */
function siteOf(key: string, sites: CitedSite[]): string | null {
  const own = sites.filter(({ domain }) => !knownSites.has(domain))
  const exact = own.find(({ domain }) => siteKey(domain) === key)
  const longer = own.find(({ domain }) => {
    const site = siteKey(domain)
    return site.startsWith(key) && behindNames.has(site.slice(key.length))
  })
  return (exact ?? longer)?.domain ?? null
}

const behindNames = new Set(
  `app bank bikes brand brands co cookware de eu global group health home hq inc international life motors official online outdoors shop sleep
  sports store tech travel uk us usa world`.split(/\s+/),
)
