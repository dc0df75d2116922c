/** Reference implementation: computes the metrics of a panel in memory straight from their definitions, to check the product's metrics. */
import type { MetricsQuery } from "../metrics/metrics-query"
import type { PairedCells } from "../statistics/change"
import type { FactAnswer, FactBrand, PanelFacts } from "./panel-facts"

type Filters = "brand_id" | "engine" | "region" | "topic_id" | "prompt_id" | "tag" | "prompt_scope"
export type ReferenceQuery = Pick<MetricsQuery, "group_by"> & Partial<Pick<MetricsQuery, Filters>>

type Group = Record<string, string | null>

/** Returns the totals and the rows (by `rowKey`) for the answers of `scanIds`. */
export function referenceMetrics(facts: PanelFacts, scanIds: Set<string>, query: ReferenceQuery) {
  const inScope = facts.answers.filter((answer) => scanIds.has(answer.scan.id) && matches(answer, query))
  const tracked = facts.brands.filter(({ kind }) => kind === "own" || kind === "competitor")
  const asked = tracked.filter(({ id, kind }) =>
    query.brand_id ? query.brand_id.includes(id) : query.group_by.includes("brand") || kind === "own",
  )
  const groups = [...Map.groupBy(inScope, (answer) => JSON.stringify(groupOf(answer, query))).entries()]
  const rows = groups.flatMap(([group, answers]) =>
    asked.map((brand) => [rowKey(brand.id, JSON.parse(group)), rowOf(brand, answers, tracked)] as const),
  )
  const mentions_n = sum(tracked.map((brand) => inScope.filter((answer) => names(answer, brand)).length))
  return { rows: new Map(rows), totals: { ...wholeOf(inScope), mentions_n, citations_n: citationsOf(inScope).length } }
}

/** Returns the input of the change test for every tracked brand and group of either set of scans, by `rowKey`. */
export function referencePairs(facts: PanelFacts, now: Set<string>, before: Set<string>, query: ReferenceQuery) {
  const inScope = facts.answers.filter((answer) => matches(answer, query))
  const tracked = facts.brands.filter(({ kind }) => kind === "own" || kind === "competitor")
  const groups = [...Map.groupBy(inScope, (answer) => JSON.stringify(groupOf(answer, query))).entries()]
  const pairs = groups.flatMap(([group, answers]) => {
    const [later, earlier] = [now, before].map(
      (ids) => new Map(cellsOf(answers.filter(({ scan }) => ids.has(scan.id)))),
    )
    return tracked.map(
      (brand) =>
        [rowKey(brand.id, JSON.parse(group)), pairOf(brand, later ?? new Map(), earlier ?? new Map())] as const,
    )
  })
  return new Map(pairs)
}

type Cells = Map<string, FactAnswer[]>

function pairOf(brand: FactBrand, now: Cells, before: Cells): PairedCells {
  const common = [...now].flatMap(([cell, answers]) => {
    const then = before.get(cell)
    const config = configOf(answers)
    return then && config !== null && config === configOf(then) ? [{ answers, then }] : []
  })
  const rate = (answers: FactAnswer[]) => answers.filter((answer) => names(answer, brand)).length / answers.length
  const differences = common.map(({ answers, then }) => rate(answers) - rate(then))
  return {
    common: common.length,
    cellsNow: now.size,
    cellsBefore: before.size,
    answersNow: sum(common.map(({ answers }) => answers.length)),
    answersBefore: sum(common.map(({ then }) => then.length)),
    sum: sum(differences),
    squares: sum(differences.map((d) => d * d)),
    up: differences.filter((d) => d > 0).length,
    down: differences.filter((d) => d < 0).length,
    hasSingleRuns: common.length > 0 && common.every(({ answers, then }) => answers.length === 1 && then.length === 1),
  }
}

/** Null when the configuration differs between scans. Several configurations within one scan count as a configuration of their own. */
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

function rowOf(brand: FactBrand, answers: FactAnswer[], tracked: FactBrand[]) {
  const n = answers.length
  const mine = answers.flatMap((answer) => answer.mentions.filter((mention) => mention.brand === brand))
  const ranks = mine.map(({ rank }) => rank)
  const labels = mine.flatMap(({ sentiment }) => sentiment ?? [])
  const count = (label: string) => labels.filter((one) => one === label).length
  const allMentions = sum(tracked.map((one) => answers.filter((answer) => names(answer, one)).length))
  const grounded = answers.filter(isGrounded)
  const citing = answers.filter((answer) => citationsOf([answer]).some((citation) => citation.brand === brand))
  const cited = citationsOf(answers)
  const prompts = promptsOf(answers)
  const covered = prompts.filter(([, ofPrompt]) => ofPrompt.some((answer) => names(answer, brand)))
  return {
    ...wholeOf(answers),
    gap_prompts: gapsOf(answers, tracked),
    visibility: { ...share(ranks.length, n, n), ...visibilityOf(brand, answers) },
    share_of_voice: ratio(ranks.length, allMentions, n),
    top1_rate: share(ranks.filter((rank) => rank === 1).length, n, n),
    top3_rate: share(ranks.filter((rank) => rank <= 3).length, n, n),
    average_position: {
      ...ratio(sum(ranks), ranks.length, ranks.length),
      value: ranks.length < 5 ? null : sum(ranks) / ranks.length,
    },
    prominence: ratio(sum(ranks.map((rank) => 1 / Math.log2(1 + rank))), n, n),
    citation_rate: share(citing.length, n, n),
    citation_rate_grounded: share(citing.length, grounded.length, grounded.length),
    citation_share: ratio(cited.filter((citation) => citation.brand === brand).length, cited.length, grounded.length),
    sentiment_score: {
      ...ratio(count("positive") - count("negative"), labels.length, labels.length),
      value: labels.length === 0 ? null : 50 + (50 * (count("positive") - count("negative"))) / labels.length,
    },
    negative_share: share(count("negative"), labels.length, labels.length),
    prompt_coverage: share(covered.length, prompts.length, n),
  }
}

function wholeOf(answers: FactAnswer[]) {
  const n = answers.length
  const grounded = answers.filter(isGrounded).length
  const of_brands = likeness(answers, (answer) =>
    answer.mentions.flatMap(({ brand }) => (brand.kind === "ignored" ? [] : brand.id)),
  )
  const of_domains = likeness(answers, (answer) => citationsOf([answer]).map(({ domain }) => domain))
  return {
    answers_n: n,
    cells_n: cellsOf(answers).length,
    prompts_n: promptsOf(answers).length,
    grounded_rate: share(grounded, n, n),
    stability: { brands: of_brands.value, domains: of_domains.value, of_brands, of_domains },
  }
}

/** Mean over cells of the similarity of every two runs of a scan. With several scans, each scan is averaged first. */
function likeness(answers: FactAnswer[], namesIn: (answer: FactAnswer) => string[]) {
  const ofScan = (runs: FactAnswer[]) => {
    const sets = runs.map((answer) => new Set(namesIn(answer)))
    const pairs = sets.flatMap((x, i) => sets.slice(i + 1).map((y) => [x, y] as const))
    const telling = pairs.filter(([x, y]) => x.size + y.size > 0)
    return mean(telling.map(([x, y]) => x.intersection(y).size / x.union(y).size))
  }
  const cells = cellsOf(answers).flatMap(([, cell]) => {
    const scans = by(cell, ({ scan }) => scan.id)
    return mean(scans.flatMap(([, runs]) => ofScan(runs) ?? [])) ?? []
  })
  return ratio(sum(cells), cells.length, answers.length)
}

function visibilityOf(brand: FactBrand, answers: FactAnswer[]) {
  const cells = cellsOf(answers).map(([, cell]) => cell)
  const value = mean(cells.map((cell) => cell.filter((answer) => names(answer, brand)).length / cell.length)) ?? 0
  const weights = cells.flatMap((cell) => cell.map(() => 1 / cells.length / cell.length))
  const effective = sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2))
  return { value, ci: wilson(value, effective) }
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

const share = (k: number, of: number, n: number) => ({
  ...ratio(k, of, n),
  ci: of === 0 ? null : wilson(k / of, of),
})

const ratio = (numerator: number, denominator: number, n: number) => ({
  value: denominator === 0 ? null : numerator / denominator,
  numerator,
  denominator,
  n,
  ci: null,
  confidence: n < 10 ? "insufficient" : n < 30 ? "low" : n < 100 ? "medium" : "high",
})

/** Wilson's interval as the two p for which the score test of `share` gives z = 1.96: the roots of (share - p)^2 = z^2 p (1 - p) / n. */
function wilson(share: number, n: number) {
  const z2 = 1.959963984540054 ** 2
  const [a, b, c] = [1 + z2 / n, -(2 * share + z2 / n), share ** 2]
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c))
  return { low: (-b - root) / (2 * a), high: (-b + root) / (2 * a), level: 0.95, method: "wilson", scope: "panel" }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const mean = (numbers: number[]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length)
