/** Finds brands that answers name often and that the project does not know yet. */
import { knownSites } from "../extraction/known-sites"
import { type BrandNames, mentionFinder } from "../extraction/mentions"
import { brandCandidates, siteKey } from "./brand-candidates"
import { splitWords } from "./capitalized-runs"
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
  const siteKeys = new Set(sites.map(({ domain }) => siteKey(domain)))
  const candidates = brandCandidates(
    answers.map(({ text }) => splitWords(text)),
    siteKeys,
  ).slice(0, 2 * maxSuggestions)
  const findKnown = mentionFinder(known)
  const newCandidates = candidates.filter(({ name }) => findKnown(name).length === 0)
  const findMentions = mentionFinder([
    ...known,
    ...newCandidates.map(({ key, name }) => ({ id: key, name, aliases: [], negative_aliases: [], domains: [] })),
  ])
  const mentions = answers.flatMap((answer) => findMentions(answer.text).map((mention) => ({ mention, answer })))
  const mentionsByKey = Map.groupBy(mentions, ({ mention }) => mention.brand_id)
  return newCandidates
    .map(({ key, name }) => ({ key, name, mentions: mentionsByKey.get(key) ?? [] }))
    .filter((candidate) => candidate.mentions.length >= minAnswers)
    .sort((a, b) => b.mentions.length - a.mentions.length || (a.name < b.name ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ key, name, mentions }) => ({
      name,
      answers_n: mentions.length,
      engines: countByEngine(mentions.map(({ answer }) => answer.engine)),
      examples: mentions.slice(0, maxExamples).map(({ answer, mention }) => ({
        answer_id: answer.id,
        engine: answer.engine,
        excerpt: mention.excerpt,
      })),
      domain: siteOf(key, sites),
    }))
}

/** Returns the engines with the most answers first. */
const countByEngine = (engines: string[]) =>
  [...Map.groupBy(engines, (engine) => engine)]
    .map(([engine, answers]) => ({ engine, answers_n: answers.length }))
    .sort((a, b) => b.answers_n - a.answers_n || (a.engine < b.engine ? -1 : 1))

/** Returns the most cited site with the brand's name, alone or with a usual suffix: lucidmotors.com for Lucid. */
function siteOf(key: string, sites: CitedSite[]): string | null {
  const possible = sites.filter(({ domain }) => !knownSites.has(domain))
  const exact = possible.find(({ domain }) => siteKey(domain) === key)
  const longer = possible.find(({ domain }) => {
    const site = siteKey(domain)
    return site.startsWith(key) && siteSuffixes.has(site.slice(key.length))
  })
  return (exact ?? longer)?.domain ?? null
}

/** Words that often follow a brand's name in its domain. */
const siteSuffixes = new Set(
  `app bank bikes brand brands co cookware de eu global group health home hq inc international life motors official online outdoors shop sleep
  sports store tech travel uk us usa world`.split(/\s+/),
)
