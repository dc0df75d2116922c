/** Writes one invented answer: which brands it names, in which order and words, and which sites it cites. */
import type { Source } from "@/domain/answers/extraction/sources"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import type { Chances, Panel } from "./ai-visibility-panels"

type Ask = {
  panel: Panel
  /** Your brand first, then the competitors in the panel's order. */
  brands: { name: string; domains: readonly string[] }[]
  prompt: string
  /** 0 at the first scan, 1 at the last. */
  progress: number
  /** Different for each answer. */
  random: () => number
  /** The same for each run of a prompt on an engine, because some prompts fit a brand and some never do. */
  difficulty: () => number
}

export type Sentiment = "positive" | "neutral" | "negative"

/** `sentiments`: how the answer speaks of each brand that it names, by the brand's name. */
export function sampleAnswer(ask: Ask): { text: string; sources: Source[]; sentiments: Map<string, Sentiment> } {
  const { panel, prompt, random } = ask
  const named = namedBrands(ask)
  const sources = sourcesOf(ask, named)
  const sentiments = new Map(named.map(({ name }) => [name, sentimentOf(name, random)]))
  const firstDetail = Math.floor(random() * panel.details.length)
  const lines = named.map(({ name }, i) => {
    const remark = pick(panel.remarks[sentiments.get(name) ?? "neutral"], random)
    const detail = panel.details[(firstDetail + i) % panel.details.length]
    return `${i + 1}. **${name}**: ${remark}. ${detail}.${linkAfter(sources, i)}`
  })
  const opening = named.length > 0 ? pick(openings, random)(prompt) : openingWithoutBrands(panel)
  const text = [opening, ...lines, pick(panel.advice, random), pick(closings, random)].join("\n\n")
  return { text, sources, sentiments }
}

const openings = [
  (prompt: string) =>
    `For "${prompt}", a few brands come up again and again in tests and in the reports of owners. The list starts with the ones that are recommended most often.`,
  (prompt: string) =>
    `Several brands fit "${prompt}". These are named most often, with what testers and customers say about them.`,
]

const openingWithoutBrands = ({ noun }: Panel) =>
  `There is no single best ${noun}. The right one depends on your budget and on how often you will use it.`

/** Some brands are praised more often than others. */
function sentimentOf(name: string, random: () => number): Sentiment {
  const positive = 0.4 + 0.3 * seededRandom(name)()
  const drawn = random()
  if (drawn < positive) return "positive"
  return drawn < positive + 0.25 ? "neutral" : "negative"
}

/** Draws the brands that the answer names, in order. A brand with a higher chance tends to come earlier. */
function namedBrands(ask: Ask): Ask["brands"] {
  const { panel, brands, prompt, progress, random } = ask
  const chances: Chances[] = [panel.own, ...panel.competitors]
  const isLost = progress === 1 && panel.lost.includes(prompt)
  const hardlyNamesOwn = prompt === panel.gap || isLost
  return brands
    .map((brand, i) => {
      const isHardlyNamed = i === 0 && hardlyNamesOwn
      return {
        brand,
        chance: isHardlyNamed ? 0.02 : chanceOf(chances[i] ?? { first: 0, last: 0 }, ask, prompt.includes(brand.name)),
      }
    })
    .filter(({ chance }) => random() < chance)
    .map(({ brand, chance }) => ({ brand, weight: chance + random() * 0.5 }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ brand }) => brand)
}

/** The probability that an answer names a brand. `isAsked`: the prompt itself names it. */
const chanceOf = ({ first, last }: Chances, { progress, difficulty }: Ask, isAsked: boolean) =>
  isAsked ? 1 : clamp(first + (last - first) * progress + (difficulty() - 0.5) * 0.7)

const clamp = (chance: number) => Math.min(0.97, Math.max(0.02, chance))

const closings = [
  "Compare the terms before you decide, since prices change often.",
  "It depends on how you will use it, so try two of them first.",
  "Ask for the warranty in writing.",
]

/** Two of three answers cite something: industry sites, and sometimes a page of a named brand. */
function sourcesOf({ panel, brands, prompt, random, progress }: Ask, named: Ask["brands"]): Source[] {
  if (random() < 0.33) return []
  const trade = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const { before, after } = panel.replaced
    const picked = pick(Object.keys(panel.sites), random)
    const site = picked === before && progress > 0.8 ? after : picked
    return tradePage(panel, site, 2024 + Math.floor(random() * 3))
  })
  const [ownBrand] = brands
  if (prompt === panel.gap && ownBrand && !named.includes(ownBrand)) trade.push(tradePage(panel, panel.gapSite, 2026))
  const own = named
    .filter(() => random() < 0.25)
    .map(({ name, domains: [domain] }) => ({ url: `https://${domain}/`, title: name, kind: "cited" as const }))
  return [...trade, ...own]
}

const tradePage = ({ noun }: Panel, site: string, year: number): Source => ({
  url: `https://www.${site}/best-${noun.replaceAll(" ", "-")}-${year}/?utm_source=chatgpt.com`,
  title: `The best ${noun} of ${year}`,
  kind: "cited",
})

const linkAfter = (sources: Source[], i: number) => (sources[i] ? ` ([${sources[i].title}](${sources[i].url}))` : "")

const pick = <T>(of: readonly T[], random: () => number) => of[Math.floor(random() * of.length)] as T
