/** Filters of the answer list: their URL parameters and the operation's input. */
import type { ListPeriod } from "@/components/lists/list-period"
import { pluralize } from "@/domain/kernel/format-count"

export type AnswerQuery = {
  prompt?: string
  engine?: string
  /** A scan's id, or a number of latest scans such as `last-4`. */
  scan?: string
  /** A brand's id. A leading minus selects the answers that do not name the brand. */
  brand?: string
  domain?: string
  range?: string
  from?: string
  to?: string
  cursor?: string
}

type FilterChoices = {
  brands: { id: string; name: string }[]
  engines: string[]
  scans: { id: string }[]
  period: ListPeriod
}

/** Converts the URL parameters to the operation's input. Ignores unknown values. */
export function answerFilters(query: AnswerQuery, { brands, engines, scans, period }: FilterChoices) {
  const { brand = "", domain } = query
  const named = brands.find(({ id }) => id === brand.replace("-", ""))?.id
  const lacks = brand.startsWith("-")
  return {
    prompt_id: query.prompt || undefined,
    engine: engines.find((id) => id === query.engine),
    scan_id: scans.find(({ id }) => id === query.scan)?.id,
    scans: latestScans(query.scan),
    mentions_brand: lacks ? undefined : named,
    lacks_brand: lacks ? named : undefined,
    cites_domain: domain?.trim().slice(0, 253) || undefined,
    from: period.days.from,
    to: period.days.to,
  }
}

/** The URL parameter for the last `count` scans. */
export const latestScansValue = (count: number) => `last-${count}`

/** "the last scan" or "the last 4 scans" */
export const lastScans = (count: number) => (count === 1 ? "the last scan" : `the last ${pluralize(count, "scan")}`)

/** Reads `latestScansValue`. The operation accepts up to 26 scans. */
function latestScans(value = ""): number | undefined {
  const count = Number(/^last-(\d+)$/.exec(value)?.[1])
  return count >= 1 && count <= 26 ? count : undefined
}

/** Two choices per brand: answers that name it, and answers that do not. */
export const brandChoices = (brands: FilterChoices["brands"]) =>
  Object.fromEntries([
    ...brands.map(({ id, name }) => [id, `mentions ${name}`]),
    ...brands.map(({ id, name }) => [`-${id}`, `does not mention ${name}`]),
  ])
