/** Compares how often the answers of two scans mention each brand, and chooses two answers that show the change. */
import { engineName } from "@/domain/ai-engines/engine-names"
import { type Answer, rankOf } from "./answer-groups"

/** How many of the answers mention a brand. */
export type Count = { mentioned: number; answers: number }
export type BeforeAndAfter = { before: Count; after: Count }
export type BrandChange = {
  id: string
  name: string
  isOwn: boolean
  /** By engine, in the order of `engines`. */
  byEngine: BeforeAndAfter[]
  all: BeforeAndAfter
}
type Brand = { id: string; name: string }

/**
 * Counts the answers that mention each brand. Your brand is first, and then the brands that changed most. Brands that
 * no answer mentions are left out, except yours. Engines are sorted by name.
 */
export function compareBrands(before: Answer[], after: Answer[], ownBrand: Brand | null) {
  const answers = [...before, ...after]
  const engines = [...new Set(answers.map(({ engine }) => engine))].sort((a, b) =>
    engineName(a).localeCompare(engineName(b)),
  )
  const names = new Map(
    answers.flatMap(({ mentions = [] }) => mentions.map((m): [string, string] => [m.brand_id, m.brand])),
  )
  if (ownBrand) names.set(ownBrand.id, ownBrand.name)
  const brands = [...names].map(([id, name]): BrandChange => {
    const countIn = (engine?: string) => ({ before: countOf(before, id, engine), after: countOf(after, id, engine) })
    return { id, name, isOwn: id === ownBrand?.id, byEngine: engines.map(countIn), all: countIn() }
  })
  brands.sort(
    (a, b) =>
      Number(b.isOwn) - Number(a.isOwn) ||
      Math.abs(changeOf(b.all)) - Math.abs(changeOf(a.all)) ||
      a.name.localeCompare(b.name),
  )
  return { engines, brands }
}

function countOf(answers: Answer[], brandId: string, engine: string | undefined): Count {
  const counted = answers.filter((answer) => engine === undefined || answer.engine === engine)
  return {
    mentioned: counted.filter((answer) => rankOf(answer, brandId) !== undefined).length,
    answers: counted.length,
  }
}

/** The change of the share of answers, from -1 to 1. 0 if one of the scans has no answers. */
export function changeOf({ before, after }: BeforeAndAfter): number {
  if (before.answers === 0 || after.answers === 0) return 0
  return after.mentioned / after.answers - before.mentioned / before.answers
}

/**
 * Chooses the brand to name beside yours. It is the brand that changed most in the opposite direction, because it may
 * have gained what yours lost. Without one, it is the brand that changed most. `brands`: in the order of
 * `compareBrands`.
 */
export function otherBrandToName(brands: BrandChange[]): BrandChange | undefined {
  const ownChange = brands.find(({ isOwn }) => isOwn)
  const changed = brands.filter(({ isOwn, all }) => !isOwn && changeOf(all) !== 0)
  return changed.find(({ all }) => ownChange && changeOf(all) * changeOf(ownChange.all) < 0) ?? changed[0]
}

type Chosen = { engine?: string | undefined; before?: string | undefined; after?: string | undefined }
type Example = { engine: string; before: Answer; after: Answer }

/**
 * Chooses the two answers that the page shows. `chosen` contains the engine and the ids of the answers in the URL. By
 * default, it is the engine on which your brand changed most, and two answers that show this change. Returns null if no
 * engine answered in both scans.
 */
export function chooseExample(
  before: Answer[],
  after: Answer[],
  ownBrandId: string | undefined,
  chosen: Chosen,
): Example | null {
  const { engines, brands } = compareBrands(before, after, ownBrandId ? { id: ownBrandId, name: "" } : null)
  const ownChange = brands.find(({ isOwn }) => isOwn)
  const candidates = engines
    .map((engine, i) => ({ engine, change: ownChange ? changeOf(ownChange.byEngine[i] as BeforeAndAfter) : 0 }))
    .filter(({ engine }) => [before, after].every((answers) => answers.some((answer) => answer.engine === engine)))
  const [largest] = candidates.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
  const { engine, change } = candidates.find((candidate) => candidate.engine === chosen.engine) ?? largest ?? {}
  if (engine === undefined || change === undefined) return null

  const runsOf = (answers: Answer[]) =>
    answers.filter((answer) => answer.engine === engine).toSorted((a, b) => a.run_index - b.run_index)
  // If the brand fell, the default is its best earlier answer and its worst later answer. If it rose, it is the
  // reverse.
  const best = (runs: Answer[]) => runs.toSorted((a, b) => rankOrLast(a, ownBrandId) - rankOrLast(b, ownBrandId))[0]
  const worst = (runs: Answer[]) => runs.toSorted((a, b) => rankOrLast(b, ownBrandId) - rankOrLast(a, ownBrandId))[0]
  const earlierRuns = runsOf(before)
  const laterRuns = runsOf(after)
  let [defaultEarlier, defaultLater] = [earlierRuns[0], laterRuns[0]]
  if (change < 0) [defaultEarlier, defaultLater] = [best(earlierRuns), worst(laterRuns)]
  if (change > 0) [defaultEarlier, defaultLater] = [worst(earlierRuns), best(laterRuns)]
  const earlier = earlierRuns.find(({ id }) => id === chosen.before) ?? defaultEarlier
  const later = laterRuns.find(({ id }) => id === chosen.after) ?? defaultLater
  return earlier && later ? { engine, before: earlier, after: later } : null
}

const rankOrLast = (answer: Answer, brandId: string | undefined) => rankOf(answer, brandId) ?? Number.MAX_SAFE_INTEGER
