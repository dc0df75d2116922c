/** Counts one group from its rollups: each tracked brand, and what is about the answers whatever the brand. */
import { wilson } from "../statistics/wilson"
import {
  countsByCell,
  type Layout,
  type Likeness,
  layoutOf,
  likenessByCell,
  type Numbering,
  sumOfMeans,
} from "./cell-layout"
import type { BrandCounts } from "./count-groups"
import type { RollupGroup } from "./rollup-groups"

/** `by_name`: its place when all are sorted by name. */
export type TrackedBrand = BrandCounts["brand"] & { is_asked: boolean; by_name: number }

/** A group's answers, cell by cell. */
export type CountedGroup = {
  layout: Layout
  whole: RollupGroup
  mentions: number
  brandLikeness: Likeness
  domainLikeness: Likeness
}

export function countGroup(
  group: readonly RollupGroup[],
  brands: ReadonlyMap<string, TrackedBrand>,
  numbering: Numbering,
): { counts: BrandCounts[]; ofGroup: CountedGroup } {
  const whole = group.find((row) => row.brand_id === "") as RollupGroup
  const layout = layoutOf(whole.parts ?? [], numbering)
  const answers = countsByCell(whole.cells, layout)
  const inverse = new Float64Array(answers).map((m) => 1 / m)
  const effective_n = layout.size ** 2 / sumOf(inverse)
  const named = group.flatMap((row) => {
    const brand = brands.get(row.brand_id)
    return brand ? [{ ...row, brand, rates: ratesByPrompt(row.cells, answers, layout) }] : []
  })
  const mentions = named.reduce((sum, { sums }) => sum + sums.k, 0)
  const ofGroup = {
    layout,
    whole,
    mentions,
    brandLikeness: likenessByCell(whole.brand_likeness, layout),
    domainLikeness: likenessByCell(whole.domain_likeness, layout),
  }
  const ofWhole = { ...wholeCounts(ofGroup), ...gapsOf(named, inverse, layout) }
  const counts = named.map(({ g, brand: { is_asked, by_name, ...brand }, sums, rates }) => ({
    g,
    ...sums,
    brand,
    visibility: sumOf(rates) / layout.size,
    effective_n,
    covered_n: countPositive(rates),
    all_k: mentions,
    whole: ofWhole,
  }))
  return { counts, ofGroup }
}

/** Of each prompt the sum of mention rates over its cells. */
function ratesByPrompt(cells: string, answers: Int32Array, layout: Layout): Float64Array {
  const [rates, counts] = [new Float64Array(layout.prompts), countsByCell(cells, layout)]
  for (let cell = 0; cell < counts.length; cell++) {
    const k = counts[cell] as number
    if (k === 0) continue
    const prompt = layout.promptOf[cell] as number
    rates[prompt] = (rates[prompt] as number) + k / (answers[cell] as number)
  }
  return rates
}

function wholeCounts({ whole, layout, brandLikeness, domainLikeness }: CountedGroup) {
  const [brands, domains] = [sumOfMeans(brandLikeness), sumOfMeans(domainLikeness)]
  return {
    answers_n: whole.sums.m,
    cells_n: layout.size,
    prompts_n: layout.prompts,
    grounded_n: whole.sums.cited,
    citations_n: whole.sums.citations,
    brand_likeness: brands.sum,
    brand_likeness_n: brands.n,
    domain_likeness: domains.sum,
    domain_likeness_n: domains.n,
  }
}

/** Prompts where the interval of some competitor lies wholly above that of the own brand. */
function gapsOf(named: readonly { brand: TrackedBrand; rates: Float64Array }[], inverse: Float64Array, layout: Layout) {
  const own = named.find(({ brand }) => brand.kind === "own")
  if (!own) return { gaps_n: 0, gaps_of_n: 0 }
  const competitors = named.filter(({ brand }) => brand.kind === "competitor")
  const [cells, inverses] = [new Float64Array(layout.prompts), new Float64Array(layout.prompts)]
  layout.promptOf.forEach((prompt, cell) => {
    cells[prompt] = (cells[prompt] as number) + 1
    inverses[prompt] = (inverses[prompt] as number) + (inverse[cell] as number)
  })
  let gaps_n = 0
  for (let prompt = 0; prompt < layout.prompts; prompt++) {
    const n = (cells[prompt] as number) ** 2 / (inverses[prompt] as number)
    const interval = (rate: number) => wilson((rate / (cells[prompt] as number)) * n, n)
    const most = competitors.reduce((max, { rates }) => Math.max(max, rates[prompt] as number), 0)
    const [high, low] = [interval(own.rates[prompt] as number)?.high ?? 1, interval(most)?.low ?? 0]
    if (competitors.length > 0 && low > high) gaps_n++
  }
  return { gaps_n, gaps_of_n: layout.prompts }
}

function sumOf(numbers: Float64Array): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] as number
  return sum
}

function countPositive(numbers: Float64Array): number {
  let count = 0
  for (let i = 0; i < numbers.length; i++) if ((numbers[i] as number) > 0) count++
  return count
}
