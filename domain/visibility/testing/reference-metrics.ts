/**
 * Reference implementation: computes the metrics of a panel in memory straight from their definitions, to check the
 * product's metrics.
 */
import jStat from "jstat"
import type { MetricsQuery } from "../metrics-query"
import type { GroupCells } from "../statistics/group-changes"
import type { FactAnswer, FactBrand, PanelFacts } from "./panel-facts"

type Filters = "brand_id" | "engine" | "region" | "topic_id" | "prompt_id" | "tag" | "prompt_scope" | "ci_scope"
export type ReferenceQuery = Pick<MetricsQuery, "group_by"> & Partial<Pick<MetricsQuery, Filters>>

type Group = Record<string, string | null>

/** Returns the totals and the rows (by `rowKey`) for the answers of `scanIds`. */
export function referenceMetrics(facts: PanelFacts, scanIds: Set<string>, query: ReferenceQuery) {
  const inScope = facts.answers.filter((answer) => scanIds.has(answer.scan.id) && matches(answer, query))
  const tracked = facts.brands.filter(({ kind }) => kind === "own" || kind === "competitor")
  const scope = query.ci_scope ?? "panel"
  const asked = tracked.filter(({ id, kind }) =>
    query.brand_id ? query.brand_id.includes(id) : query.group_by.includes("brand") || kind === "own",
  )
  const groups = [...Map.groupBy(inScope, (answer) => JSON.stringify(groupOf(answer, query))).entries()]
  const rows = groups.flatMap(([group, answers]) =>
    asked.map((brand) => [rowKey(brand.id, JSON.parse(group)), rowOf(brand, answers, tracked, scope)] as const),
  )
  const mentions_n = sum(tracked.map((brand) => inScope.filter((answer) => names(answer, brand)).length))
  return {
    rows: new Map(rows),
    totals: { ...groupMetrics(inScope, scope), mentions_n, citations_n: citationsOf(inScope).length },
  }
}

/**
 * Returns the input of the change test for every tracked brand and group of either set of scans, by `rowKey`, and the
 * p-values of the other metrics.
 */
export function referencePairs(facts: PanelFacts, current: Set<string>, previous: Set<string>, query: ReferenceQuery) {
  const inScope = facts.answers.filter((answer) => matches(answer, query))
  const tracked = facts.brands.filter(({ kind }) => kind === "own" || kind === "competitor")
  const groups = [...Map.groupBy(inScope, (answer) => JSON.stringify(groupOf(answer, query))).entries()]
  const pairs = groups.flatMap(([group, answers]) => {
    const [currentCells, previousCells] = [current, previous].map(
      (ids) => new Map(cellsOf(answers.filter(({ scan }) => ids.has(scan.id)))),
    )
    return tracked.map(
      (brand) =>
        [
          rowKey(brand.id, JSON.parse(group)),
          pairOf(brand, tracked, currentCells ?? new Map(), previousCells ?? new Map()),
        ] as const,
    )
  })
  return new Map(pairs)
}

type Cells = Map<string, FactAnswer[]>

type Pair = GroupCells & { pValues: Record<(typeof pairedMetrics)[number], number | null> }

function pairOf(brand: FactBrand, tracked: FactBrand[], current: Cells, previous: Cells): Pair {
  const common = [...current].flatMap(([cell, answers]) => {
    const previousAnswers = previous.get(cell)
    const config = configOf(answers)
    return previousAnswers && config !== null && config === configOf(previousAnswers)
      ? [{ answers, previousAnswers }]
      : []
  })
  const rate = (answers: FactAnswer[]) => answers.filter((answer) => names(answer, brand)).length / answers.length
  const differences = common.map(({ answers, previousAnswers }) => rate(answers) - rate(previousAnswers))
  const together = common.map(({ answers, previousAnswers }) => [...answers, ...previousAnswers])
  return {
    commonCells: common.length,
    currentCells: current.size,
    previousCells: previous.size,
    currentAnswers: sum(common.map(({ answers }) => answers.length)),
    previousAnswers: sum(common.map(({ previousAnswers }) => previousAnswers.length)),
    differenceSum: sum(differences),
    squaredDifferenceSum: sum(differences.map((d) => d * d)),
    risenCells: differences.filter((d) => d > 0).length,
    fallenCells: differences.filter((d) => d < 0).length,
    mentions: sum(together.map((answers) => answers.filter((answer) => names(answer, brand)).length)),
    hasSingleRuns:
      common.length > 0 &&
      common.every(({ answers, previousAnswers }) => answers.length === 1 && previousAnswers.length === 1),
    isOwnBrand: brand.kind === "own",
    brandId: brand.id,
    binomialVariance: sum(
      common.map(({ answers, previousAnswers }, i) => {
        const a = answers.length
        const b = previousAnswers.length
        const p = rate(together[i] as FactAnswer[])
        return (p * (1 - p) * (1 / a + 1 / b) * (a + b)) / (a + b - 1)
      }),
    ),
    mixedCells: together.filter((answers) => rate(answers) > 0 && rate(answers) < 1).length,
    pValues: Object.fromEntries(
      pairedMetrics.map((name) => [name, ratioChangePValue(definitions[name], brand, tracked, common)]),
    ) as Pair["pValues"],
  }
}

const pairedMetrics = ["share_of_voice", "average_position", "citation_rate", "sentiment_score"] as const

/** The t test over cells of the difference of two ratios. Null without enough answers, events or cells. */
function ratioChangePValue(
  definition: Definition,
  brand: FactBrand,
  tracked: FactBrand[],
  common: { answers: FactAnswer[]; previousAnswers: FactAnswer[] }[],
): number | null {
  const partsOf = (answers: FactAnswer[]) => {
    const parts = answers.map((answer) => definition.of(factOf(answer, brand, tracked)))
    const added = { y: sum(parts.map(({ y }) => y)), x: sum(parts.map(({ x }) => x)) }
    return { ...added, n: parts.filter(({ n }) => n).length, events: parts.filter(({ event }) => event).length }
  }
  const cells = common.map(({ answers, previousAnswers }) => [partsOf(answers), partsOf(previousAnswers)] as const)
  const [now, then] = [0, 1].map((i) => partsOf(common.flatMap((one) => (i === 0 ? one.answers : one.previousAnswers))))
  if (!now || !then || Math.min(now.n, then.n) < 10) return null
  if (Math.min(now.events + then.events, distanceToEnd(definition, now.y + then.y, now.x + then.x)) < 10) return null
  const weights = cells.map(([a, b]) => a.x / now.x + b.x / then.x)
  const n = sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2))
  if (!(n >= 2)) return null
  const [r, previousR] = [now.y / now.x, then.y / then.x]
  if (Math.abs(r - previousR) < 1e-12) return 1
  const differences = cells.map(([a, b]) => (a.y - r * a.x) / now.x - (b.y - previousR * b.x) / then.x)
  const squares = sum(differences.map((d) => d ** 2))
  if (squares < 1e-15) return 0.5 ** Math.round(n) // the sign test of cells that all changed alike
  return 2 * jStat.studentt.cdf(-Math.abs(r - previousR) / Math.sqrt((squares * n) / (n - 1)), n - 1)
}

/**
 * Null when the configuration differs between scans. Several configurations within one scan count as a configuration of
 * their own.
 */
function configOf(answers: FactAnswer[]): string | null {
  const ofScans = by(answers, ({ scan }) => scan.id).map(([, runs]) => {
    const configs = runs.map(({ config }) => config).sort()
    return [...new Set([configs[0], configs.at(-1)])].join("+")
  })
  return new Set(ofScans).size === 1 ? (ofScans[0] as string) : null
}

export const rowKey = (brandId: string, group: Group) =>
  JSON.stringify([brandId, Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1))])

function matches({ engine, region, prompt }: FactAnswer, query: ReferenceQuery): boolean {
  const { prompt_scope = "unbranded" } = query
  if (prompt_scope !== "all" && prompt.isBranded !== (prompt_scope === "branded")) return false
  if (query.engine && !query.engine.includes(engine)) return false
  if (query.region && !query.region.includes(region)) return false
  if (query.topic_id && !query.topic_id.includes(prompt.topic ?? "")) return false
  if (query.prompt_id && !query.prompt_id.includes(prompt.id)) return false
  return !query.tag || query.tag.some((tag) => prompt.tags.includes(tag))
}

function groupOf({ scan, engine, region, prompt }: FactAnswer, { group_by }: ReferenceQuery): Group {
  const values: Group = {
    engine,
    region,
    topic_id: prompt.topic,
    prompt_id: prompt.id,
    date: scan.date,
    week: mondayOf(scan.date),
    month: scan.date.slice(0, 7),
    scan_id: scan.id,
  }
  const named = ["date", "week", "month", "scan_id", "engine", "region", "topic_id", "prompt_id"]
  const isAsked = (name: string) => group_by.some((grouping) => name === grouping || name === `${grouping}_id`)
  return Object.fromEntries(named.filter(isAsked).map((name) => [name, values[name] as string | null]))
}

function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

function rowOf(brand: FactBrand, answers: FactAnswer[], tracked: FactBrand[], scope: Scope) {
  const n = answers.length
  const prompts = promptsOf(answers)
  const covered = prompts.filter(([, ofPrompt]) => ofPrompt.some((answer) => names(answer, brand)))
  const metric = (name: keyof typeof definitions) => metricOf(definitions[name], brand, answers, tracked, scope)
  const position = metric("average_position")
  const sentiment = metric("sentiment_score")
  const score = (value: number) => 50 + 50 * value
  return {
    ...groupMetrics(answers, scope),
    gap_prompts: ofPanelOnly(gapsOf(answers, tracked), scope),
    visibility: metric("visibility"),
    share_of_voice: metric("share_of_voice"),
    top1_rate: metric("top1_rate"),
    top3_rate: metric("top3_rate"),
    average_position:
      position.denominator < 5 ? { ...position, value: null, ci: null, no_interval: "nothing_counted" } : position,
    prominence: metric("prominence"),
    citation_rate: metric("citation_rate"),
    citation_rate_grounded: metric("citation_rate_grounded"),
    citation_share: metric("citation_share"),
    sentiment_score: {
      ...sentiment,
      value: sentiment.value === null ? null : score(sentiment.value),
      ci: sentiment.ci && { ...sentiment.ci, low: score(sentiment.ci.low), high: score(sentiment.ci.high) },
    },
    negative_share: metric("negative_share"),
    grounded_rate: metric("grounded_rate"),
    prompt_coverage: ofPanelOnly(share(covered.length, prompts.length, n), scope),
  }
}

/**
 * What one answer adds to the numerator and the denominator, and whether it counts in `n` and as an event (`Ratio`).
 */
type Parts = { y: number; x: number; n: boolean; event: boolean }
/** `low` and `high` are the ends of the metric's scale. */
type Definition = { isShare?: boolean; low: number; high: number; of: (fact: Fact) => Parts }
/**
 * One answer and one brand. `rank` is null without a mention. `tracked` counts the tracked brands of the answer, `own`
 * its citations of the brand's pages, and `all` all of its citations.
 */
type Fact = { rank: number | null; tracked: number; own: number; all: number; sentiment: string | null }

/** A share of answers: `y` of those with `x`. */
const shareOfAnswers = (of: (fact: Fact) => [y: boolean, x: boolean]): Definition => ({
  isShare: true,
  low: 0,
  high: 1,
  of: (fact) => {
    const [y, x] = of(fact)
    return { y: Number(y && x), x: Number(x), n: x, event: y && x }
  },
})

const definitions = {
  visibility: shareOfAnswers(({ rank }) => [rank !== null, true]),
  top1_rate: shareOfAnswers(({ rank }) => [rank === 1, true]),
  top3_rate: shareOfAnswers(({ rank }) => [rank !== null && rank <= 3, true]),
  citation_rate: shareOfAnswers(({ own }) => [own > 0, true]),
  citation_rate_grounded: shareOfAnswers(({ own, all }) => [own > 0, all > 0]),
  grounded_rate: shareOfAnswers(({ all }) => [all > 0, true]),
  negative_share: shareOfAnswers(({ sentiment }) => [sentiment === "negative", sentiment !== null]),
  share_of_voice: {
    low: 0,
    high: 1,
    of: ({ rank, tracked }) => ({ y: Number(rank !== null), x: tracked, n: true, event: rank !== null }),
  },
  prominence: {
    low: 0,
    high: 1,
    of: ({ rank }) => ({ y: rank === null ? 0 : 1 / Math.log2(1 + rank), x: 1, n: true, event: rank !== null }),
  },
  average_position: {
    low: 1,
    high: Number.POSITIVE_INFINITY,
    of: ({ rank }) => ({ y: rank ?? 0, x: Number(rank !== null), n: rank !== null, event: rank !== null }),
  },
  citation_share: { low: 0, high: 1, of: ({ own, all }) => ({ y: own, x: all, n: all > 0, event: own > 0 }) },
  sentiment_score: {
    low: -1,
    high: 1,
    of: ({ sentiment }) => ({
      y: Number(sentiment === "positive") - Number(sentiment === "negative"),
      x: Number(sentiment !== null),
      n: sentiment !== null,
      event: sentiment !== null,
    }),
  },
} satisfies Record<string, Definition>

function metricOf(definition: Definition, brand: FactBrand, answers: FactAnswer[], tracked: FactBrand[], scope: Scope) {
  const facts = answers.map((answer) => ({ answer, ...definition.of(factOf(answer, brand, tracked)) }))
  const y = sum(facts.map((fact) => fact.y))
  const x = sum(facts.map((fact) => fact.x))
  const n = facts.filter((fact) => fact.n).length
  const metric = ratio(y, x, n)
  if (x === 0) return metric
  if (n < 10) return { ...metric, no_interval: "too_few_answers" }
  const r = y / x
  const topics = [...Map.groupBy(facts, ({ answer }) => answer.prompt.topic ?? "").values()]
  if (scope === "population" && topics.length < 10) return { ...metric, no_interval: "too_few_topics" }
  const residuals = facts.map((fact) => ({ answer: fact.answer, x: fact.x, z: fact.y - r * fact.x }))
  const found = scope === "population" ? varianceBetween(topics, r, x, 2) : varianceOf(residuals, x)
  if (scope === "population" && found.df < 1) return { ...metric, no_interval: "too_few_topics" }

  const { isShare, low, high } = definition
  const isPosition = high === Number.POSITIVE_INFINITY
  const events = Math.min(facts.filter((fact) => fact.event).length, distanceToEnd(definition, y, x))
  const hasFewEvents = events < 5
  const df = isShare || low < 0 ? found.df : Math.min(found.df, events - 1)
  const isInFewTopics = scope === "population" && !isPosition && hasEndInFewTopics(definition, topics)
  const hasNoVariance = found.variance < 1e-15 || df < 1 || r <= low || r >= high
  if (!hasFewEvents && !isInFewTopics && !hasNoVariance) {
    const design_effect = found.variance / (sum(residuals.map(({ z }) => z ** 2)) / x ** 2)
    const ends = varianceInterval(definition, r, { variance: found.variance, df })
    return { ...metric, ci: { ...ends, level: 0.95, method: found.method, scope, design_effect }, no_interval: null }
  }
  if (isPosition) return { ...metric, no_interval: hasFewEvents ? "too_few_events" : "no_variation" }
  const atLeast = {
    between_scans: [x / n, 1 + 0.3 * (runsOf(answers) - 1)],
    between_topics: [x / effectiveNumber(topics, (fact) => fact.x)],
    within_cells: [],
  }
  const designEffect = Math.max(designEffectOf(definition, r, x, found), ...atLeast[found.method])
  const p = (r - low) / (high - low)
  const ci = wilson(p, x / designEffect)
  const ends = { low: low + ci.low * (high - low), high: low + ci.high * (high - low) }
  return { ...metric, ci: { ...ci, scope, ...ends, design_effect: designEffect }, no_interval: null }
}

/** How far the sums are from the end of the scale where all answers are alike. */
function distanceToEnd({ isShare, low, high }: Definition, y: number, x: number): number {
  if (isShare) return x - y
  if (low < 0) return Math.min(x - y, x + y) / 2
  return high === Number.POSITIVE_INFINITY ? y - x : Number.POSITIVE_INFINITY
}

/** True if what lies above the low end of the scale, or below the high end, comes from fewer than three topics. */
function hasEndInFewTopics({ low }: Definition, topics: Added[][]): boolean {
  const aboveLow = effectiveNumber(topics, (fact) => fact.y - low * fact.x)
  const belowHigh = effectiveNumber(topics, (fact) => fact.x - fact.y)
  return aboveLow < 3 || belowHigh < 3
}

/** At least 1. The variance found counts for more with few degrees of freedom, and no less than one counts. */
function designEffectOf({ low, high }: Definition, r: number, x: number, { variance, df }: FoundVariance): number {
  if (variance < 1e-15 || df <= 0) return 1
  const p = (r - low) / (high - low)
  const independent = ((high - low) ** 2 * p * (1 - p)) / x
  return Math.max(1, (variance / independent) * (t975(Math.max(df, 1)) / 1.959963984540054) ** 2)
}

/** The interval on the transformed scale (logarithm or logit), by the slope of the transformation at r. */
function varianceInterval({ low, high }: Definition, r: number, { variance, df }: { variance: number; df: number }) {
  const halfWidth = t975(df) * Math.sqrt(variance)
  const endAt = (distance: number) => {
    if (high === Number.POSITIVE_INFINITY) return Math.max(low, r * Math.exp(distance / r))
    const p = (r - low) / (high - low)
    const width = high - low
    const logit = Math.log(p / (1 - p)) + distance / width / (p * (1 - p))
    return low + width / (1 + Math.exp(-logit))
  }
  return { low: endAt(-halfWidth), high: endAt(halfWidth) }
}

function factOf({ mentions, citations }: FactAnswer, brand: FactBrand, tracked: FactBrand[]): Fact {
  const mention = mentions.find((one) => one.brand === brand)
  const cited = citations.filter(({ kind }) => kind === "cited")
  return {
    rank: mention?.rank ?? null,
    sentiment: mention?.sentiment ?? null,
    tracked: mentions.filter((one) => tracked.includes(one.brand)).length,
    own: cited.filter((citation) => citation.brand === brand).length,
    all: cited.length,
  }
}

/** Mean number of answers of a cell in one scan. */
const runsOf = (answers: FactAnswer[]) =>
  answers.length / cellsOf(answers).length / new Set(answers.map(({ scan }) => scan.id)).size

type Scope = "panel" | "population"
type Added = { y: number; x: number }
type FoundVariance = { variance: number; df: number; method: "between_scans" | "between_topics" | "within_cells" }

/** Kish's effective number of units, by the sum of `part` in each unit. 0 if all sums are 0. */
function effectiveNumber<Fact>(units: Fact[][], part: (fact: Fact) => number): number {
  const sums = units.map((facts) => sum(facts.map(part)))
  return sum(sums) ** 2 / (sum(sums.map((one) => one ** 2)) || 1)
}

/** Variance of the ratio r between units: scans, or topics with a correction for their size. */
function varianceBetween(units: Added[][], r: number, x: number, power: 1 | 2): FoundVariance {
  const effective = effectiveNumber(units, (fact) => fact.x)
  const squares = sum(units.map((facts) => sum(facts.map((fact) => fact.y - r * fact.x)) ** 2))
  const variance = ((effective / (effective - 1)) ** power * squares) / x ** 2
  return { variance, df: effective - 1, method: power === 2 ? "between_topics" : "between_scans" }
}

/** Variance of the ratio: between scans from four scans on, otherwise between the answers of each cell. */
function varianceOf(residuals: { answer: FactAnswer; x: number; z: number }[], x: number): FoundVariance {
  const scans = [...Map.groupBy(residuals, ({ answer }) => answer.scan.id).values()]
  if (scans.length >= 4) {
    const ofResiduals = scans.map((of) => of.map((residual) => ({ y: residual.z, x: residual.x })))
    return varianceBetween(ofResiduals, 0, x, 1)
  }
  const cell = ({ answer: { prompt, engine, region } }: (typeof residuals)[number]) =>
    [prompt.id, engine, region].join()
  const cells = [...Map.groupBy(residuals, cell).values()]
  const ofTopic = ({ answer: { prompt, engine, region } }: (typeof residuals)[number]) =>
    [prompt.topic, engine, region].join()
  const single = [...Map.groupBy(cells.filter((of) => of.length === 1).flat(), ofTopic).values()]
  const strata = [...cells.filter((of) => of.length > 1), ...single.filter((of) => of.length > 1)]
  const squares = strata.map((of) => {
    const m = sum(of.map(({ z }) => z)) / of.length
    return (of.length / (of.length - 1)) * sum(of.map(({ z }) => (z - m) ** 2))
  })
  const covered = sum(strata.map((of) => of.length))
  if (covered === 0) return { variance: 0, df: 0, method: "within_cells" }
  const variance = ((sum(squares) / x ** 2) * residuals.length) / covered
  const ofScans = varianceBetweenScansOfCells(cells, x)
  if (ofScans.df >= 2 && ofScans.variance > variance * (1 + 1e-9)) return ofScans
  return { variance, df: covered - strata.length, method: "within_cells" }
}

/** How the sums of the scans differ within each cell. Cells of one scan are assumed to vary like the others. */
function varianceBetweenScansOfCells(cells: { answer: FactAnswer; z: number }[][], x: number): FoundVariance {
  let [variance, df, answers] = [0, 0, 0]
  for (const cell of cells) {
    const sums = by(
      cell.map(({ answer }) => answer),
      ({ scan }) => scan.id,
    ).map(([id]) => sum(cell.filter(({ answer }) => answer.scan.id === id).map(({ z }) => z)))
    if (sums.length === 1) continue
    const m = sum(sums) / sums.length
    variance += (sums.length / (sums.length - 1)) * sum(sums.map((z) => (z - m) ** 2))
    df += sums.length - 1
    answers += cell.length
  }
  return { variance: ((variance / x ** 2) * cells.flat().length) / answers, df, method: "within_cells" }
}

const known = new Map<number, number>()
/** 97.5th percentile of Student's t distribution, by bisection of `tail`. */
export function t975(df: number): number {
  const found = known.get(df) ?? bisect((t) => tail(t, df), 0.475)
  known.set(df, found)
  return found
}

/** Probability between 0 and t. With t = sqrt(df) tan(angle), the density is proportional to cos(angle) ^ (df - 1). */
function tail(t: number, df: number): number {
  // Near a right angle, the density of few degrees of freedom is too steep for Simpson's rule. So the integrals from
  // there substitute angle = pi / 2 - s ^ power.
  const power = 3 / Math.min(1, df)
  const sinc = (angle: number) => (angle === 0 ? 1 : Math.sin(angle) / angle)
  const density = (s: number) => sinc(s ** power) ** (df - 1) * power * s ** (power * df - 1)
  const fromRightAngle = (to: number) => integrate(density, to ** (1 / power))
  return 0.5 * (1 - fromRightAngle(Math.atan(Math.sqrt(df) / t)) / fromRightAngle(Math.PI / 2))
}

/** Integral from 0 by Simpson's rule. */
function integrate(f: (x: number) => number, to: number): number {
  const steps = 400
  const h = to / steps
  let sum = f(0) + f(to)
  for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * f(i * h)
  return (sum * h) / 3
}

function bisect(f: (t: number) => number, target: number): number {
  let [low, high] = [0, 1]
  while (f(high) < target && high < 1e100) high *= 2
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (f(middle) < target) low = middle
    else high = middle
  }
  return low
}

function groupMetrics(answers: FactAnswer[], scope: Scope) {
  const n = answers.length
  const grounded = answers.filter(isGrounded).length
  const brandsIn = (answer: FactAnswer) =>
    answer.mentions.flatMap(({ brand }) => (brand.kind === "ignored" ? [] : brand.id))
  const of_brands = ofPanelOnly(similarity(answers, brandsIn), scope)
  const domainsIn = (answer: FactAnswer) => citationsOf([answer]).map(({ domain }) => domain)
  const of_domains = ofPanelOnly(similarity(answers, domainsIn), scope)
  return {
    answers_n: n,
    cells_n: cellsOf(answers).length,
    prompts_n: promptsOf(answers).length,
    grounded_rate: { ...ratio(grounded, n, n), no_interval: n === 0 ? "nothing_counted" : "in_rows" },
    stability: { brands: of_brands.value, domains: of_domains.value, of_brands, of_domains },
  }
}

/** Mean over the cells of every scan of the similarity of two runs. */
function similarity(answers: FactAnswer[], namesIn: (answer: FactAnswer) => string[]) {
  const ofRuns = (runs: FactAnswer[]) => {
    const sets = runs.map((answer) => new Set(namesIn(answer)))
    const pairs = sets.flatMap((x, i) => sets.slice(i + 1).map((y) => [x, y] as const))
    const telling = pairs.filter(([x, y]) => x.size + y.size > 0)
    return mean(telling.map(([x, y]) => x.intersection(y).size / x.union(y).size)) ?? []
  }
  const cells = by(answers, ({ scan, prompt, engine, region }) => [scan.id, prompt.id, engine, region].join())
  const values = cells.flatMap(([, runs]) => ofRuns(runs))
  const metric = ratio(sum(values), values.length, answers.length)
  const n = values.length
  const r = metric.value ?? 0
  const variance = sum(values.map((value) => (value - r) ** 2)) / (n - 1) / n
  if (n === 0) return metric
  if (n < 10) return { ...metric, no_interval: "too_few_answers" }
  if (variance < 1e-15) return { ...metric, no_interval: "no_variation" }
  const d = (t975(n - 1) * Math.sqrt(variance)) / (r * (1 - r))
  const back = (t: number) => 1 / (1 + Math.exp(-(Math.log(r / (1 - r)) + t)))
  const ci = { low: back(-d), high: back(d), level: 0.95, method: "between_cells", scope: "panel", design_effect: 1 }
  return { ...metric, ci, no_interval: null }
}

function visibilityOf(brand: FactBrand, answers: FactAnswer[]) {
  const value = mean(answers.map((answer) => Number(names(answer, brand)))) ?? 0
  return { value, ci: wilson(value, answers.length) }
}

function gapsOf(answers: FactAnswer[], tracked: FactBrand[]) {
  const own = tracked.find(({ kind }) => kind === "own")
  const prompts = own ? promptsOf(answers) : []
  const gaps = prompts.filter(([, ofPrompt]) => {
    const bounds = (brand: FactBrand) => visibilityOf(brand, ofPrompt).ci
    return tracked.some((brand) => brand.kind === "competitor" && bounds(brand).low > bounds(own as FactBrand).high)
  })
  return share(gaps.length, prompts.length, answers.length)
}

const names = ({ mentions }: FactAnswer, brand: FactBrand) => mentions.some((mention) => mention.brand === brand)
const citationsOf = (answers: FactAnswer[]) =>
  answers.flatMap(({ citations }) => citations.filter(({ kind }) => kind === "cited"))
const isGrounded = (answer: FactAnswer) => citationsOf([answer]).length > 0
const by = (answers: FactAnswer[], key: (answer: FactAnswer) => string) => [...Map.groupBy(answers, key)]
const promptsOf = (answers: FactAnswer[]) => by(answers, ({ prompt }) => prompt.id)
const cellsOf = (answers: FactAnswer[]) =>
  by(answers, ({ prompt, engine, region }) => [prompt.id, engine, region].join("\n"))

/** Metrics that describe the same prompts only. */
const ofPanelOnly = (metric: ReturnType<typeof ratio>, scope: Scope) =>
  scope === "panel" || metric.value === null ? metric : { ...metric, ci: null, no_interval: "panel_only" }

const share = (k: number, of: number, n: number): ReturnType<typeof ratio> => ({
  ...ratio(k, of, n),
  ci: of === 0 ? null : wilson(k / of, of),
  no_interval: of === 0 ? "nothing_counted" : null,
})

const ratio = (numerator: number, denominator: number, n: number) => ({
  value: (denominator === 0 ? null : numerator / denominator) as number | null,
  numerator,
  denominator,
  n,
  ci: null as Ci | null,
  no_interval: "nothing_counted" as string | null,
  confidence: n < 10 ? "insufficient" : n < 30 ? "low" : n < 100 ? "medium" : "high",
})

type Ci = { low: number; high: number; level: number; method: string; scope: string; design_effect: number | null }

/**
 * Wilson's interval as the two p for which the score test of `share` gives z = 1.96: the roots of (share - p)^2 = z^2 p
 * (1 - p) / n.
 */
function wilson(share: number, n: number) {
  const z2 = 1.959963984540054 ** 2
  const a = 1 + z2 / n
  const b = -(2 * share + z2 / n)
  const c = share ** 2
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c))
  return {
    low: (-b - root) / (2 * a),
    high: (-b + root) / (2 * a),
    level: 0.95,
    method: "wilson",
    scope: "panel",
    design_effect: 1,
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const mean = (numbers: number[]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length)
