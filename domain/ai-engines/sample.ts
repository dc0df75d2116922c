/** The sample engine of a new installation. It invents its answers, labels them as invented, and makes no requests. */
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import type { AskEngine } from "./engine-client"

export const askSample: AskEngine = async ({ prompt, region, invention: { brands, seed } }, _, { reportUsage }) => {
  reportUsage({ tokensIn: null, tokensOut: null, searches: 0, costUsd: 0 })
  // A brand has a popularity of its own, which differs by prompt. Runs of the same prompt differ by the seed.
  const promptRandom = seededRandom(`${prompt} ${region}`)
  const popularities = new Map(
    brands.map((brand) => [brand, seededRandom(brand)() * 0.7 + (promptRandom() - 0.5) * 0.5]),
  )
  const popularityOf = (brand: string) => popularities.get(brand) ?? 0
  const random = seededRandom(`${seed} ${prompt} ${region}`)
  const named = brands
    .filter((brand) => prompt.includes(brand) || random() < popularityOf(brand) + 0.2)
    .sort((a, b) => popularityOf(b) - popularityOf(a) + (random() - 0.5) * 0.4)
  const sites = ["reviews.example", "forum.example", "magazine.example", "tests.example"].filter(() => random() < 0.4)
  const lines = named.map((brand, i) => `${i + 1}. **${brand}**: ${pick(praise, random)}.`)
  const opening = named.length > 0 ? `For "${prompt}" these come up most often:` : "There is no single best choice."
  return {
    text: [opening, ...lines, "(Invented by the sample engine.)"].join("\n\n"),
    sources: sites.map((site) => ({
      url: `https://${site}/${slug(prompt)}`,
      title: `Sample: ${prompt}`,
      kind: "cited",
    })),
    searchQueries: [],
    modelVersion: "sample-1",
    finishReason: "stop",
  }
}

const praise = [
  "often named for its service",
  "good value",
  "a safe choice",
  "well made, not cheap",
  "the one that people recommend",
]

const pick = <T>(items: readonly T[], random: () => number) => items[Math.floor(random() * items.length)] as T
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
