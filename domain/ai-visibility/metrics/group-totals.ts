/** Totals over the groups of a question: a cell that several groups hold, in several weeks say, is one cell. */
import type { CountedGroup } from "./count-group"
import type { Counted } from "./count-groups"

type Means = { sums: Map<number, number>; counts: Map<number, number> }

export function groupTotals(promptsN: number) {
  const [cells, prompts] = [new Set<number>(), new Set<number>()]
  const likeness: Record<"brand" | "domain", Means> = { brand: means(), domain: means() }
  const sums = { answers_n: 0, grounded_n: 0, citations_n: 0, mentions_n: 0 }
  return {
    add({ layout, whole, mentions, brandLikeness, domainLikeness }: CountedGroup) {
      sums.answers_n += whole.m
      sums.grounded_n += whole.cited
      sums.citations_n += whole.citations
      sums.mentions_n += mentions
      layout.keys.forEach((key, cell) => {
        cells.add(key)
        prompts.add(key % promptsN)
        addTo(likeness.brand, key, brandLikeness[cell] as number)
        addTo(likeness.domain, key, domainLikeness[cell] as number)
      })
    },
    sum: (): Counted["totals"] => ({
      ...sums,
      cells_n: cells.size,
      prompts_n: prompts.size,
      brand_likeness: sumOfMeans(likeness.brand),
      brand_likeness_n: likeness.brand.counts.size,
      domain_likeness: sumOfMeans(likeness.domain),
      domain_likeness_n: likeness.domain.counts.size,
    }),
  }
}

const means = (): Means => ({ sums: new Map(), counts: new Map() })

function addTo({ sums, counts }: Means, key: number, value: number) {
  if (Number.isNaN(value)) return
  sums.set(key, (sums.get(key) ?? 0) + value)
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const sumOfMeans = ({ sums, counts }: Means) =>
  [...sums].reduce((total, [key, sum]) => total + sum / (counts.get(key) ?? 1), 0)
