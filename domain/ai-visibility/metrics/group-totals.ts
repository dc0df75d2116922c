/** Totals over the groups of a question: a cell that several groups hold, in several weeks say, is one cell. */
import { type Likeness, type Numbering, sumOfMeans } from "./cell-layout"
import type { CountedGroup } from "./count-group"
import type { Counted } from "./count-groups"

export function groupTotals({ promptsN, slots }: Numbering) {
  const [cells, prompts] = [new Set<number>(), new Set<number>()]
  const cellsN = promptsN * slots.size
  const [brands, domains] = [emptyLikeness(cellsN), emptyLikeness(cellsN)]
  const sums = { answers_n: 0, grounded_n: 0, citations_n: 0, mentions_n: 0 }
  return {
    add({ layout: { keys }, whole, mentions, brandLikeness, domainLikeness }: CountedGroup) {
      sums.answers_n += whole.sums.m
      sums.grounded_n += whole.sums.cited
      sums.citations_n += whole.sums.citations
      sums.mentions_n += mentions
      for (const key of keys) {
        cells.add(key)
        prompts.add(key % promptsN)
      }
      addTo(brands, keys, brandLikeness)
      addTo(domains, keys, domainLikeness)
    },
    sum(): Counted["totals"] {
      const [ofBrands, ofDomains] = [sumOfMeans(brands), sumOfMeans(domains)]
      return {
        ...sums,
        cells_n: cells.size,
        prompts_n: prompts.size,
        brand_likeness: ofBrands.sum,
        brand_likeness_n: ofBrands.n,
        domain_likeness: ofDomains.sum,
        domain_likeness_n: ofDomains.n,
      }
    },
  }
}

const emptyLikeness = (cellsN: number): Likeness => ({ sums: new Float64Array(cellsN), counts: new Int32Array(cellsN) })

function addTo(total: Likeness, keys: Int32Array, { sums, counts }: Likeness) {
  keys.forEach((key, cell) => {
    total.sums[key] = (total.sums[key] as number) + (sums[cell] as number)
    total.counts[key] = (total.counts[key] as number) + (counts[cell] as number)
  })
}
