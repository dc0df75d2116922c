/** Computes totals over all groups of a query. A cell that occurs in several groups, for example in several weeks, counts once. */
import { keysIn, type Likeness, type Numbering } from "./cell-layout"
import type { CountedGroup } from "./count-group"
import type { Counted } from "./counts"

export function groupTotals(numbering: Numbering) {
  const [cellsN, promptsN] = [keysIn(numbering), numbering.promptIds.length]
  const [cells, prompts] = [new Set<number>(), new Set<number>()]
  const [brands, domains] = [emptyLikeness(cellsN), emptyLikeness(cellsN)]
  const sums = { answers_n: 0, grounded_n: 0, citations_n: 0, mentions_n: 0 }
  return {
    add({ group: { layout, brandLikeness, domainLikeness }, whole, mentions, classOf }: CountedGroup) {
      sums.mentions_n += mentions
      for (const { m, cited, citations } of whole) {
        sums.answers_n += m
        sums.grounded_n += cited
        sums.citations_n += citations
      }
      layout.keys.forEach((key, cell) => {
        if (classOf[cell] === -1) return
        cells.add(key)
        prompts.add(key % promptsN)
        addTo(brands, key, brandLikeness, cell)
        addTo(domains, key, domainLikeness, cell)
      })
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

function addTo(total: Likeness, key: number, { sums, counts }: Likeness, cell: number) {
  total.sums[key] = (total.sums[key] as number) + (sums[cell] as number)
  total.counts[key] = (total.counts[key] as number) + (counts[cell] as number)
}

/** Returns the sum of the cells' means and the number of cells that have one. */
function sumOfMeans({ sums, counts }: Likeness): { sum: number; n: number } {
  let [sum, n] = [0, 0]
  counts.forEach((count, cell) => {
    if (count === 0) return
    sum += (sums[cell] as number) / count
    n++
  })
  return { sum, n }
}
