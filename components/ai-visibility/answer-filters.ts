/**
 * Filters of the answer list: the URL parameters of its page. They are fields of the operation's input, except `scan`
 * and `brand`, because the menus for scans and brands each set one of several fields.
 */
import type { Inputs, Scan } from "@/components/api/types"
import type { ListPeriod } from "@/components/lists/list-period"
import { hasMetrics } from "@/components/scans/scan-labels"
import { pluralize } from "@/domain/kernel/format-count"
import { scanChoices } from "./scan-choices"
import { allScans } from "./source-filters"

export type AnswerQuery = Partial<Record<keyof Inputs["aiVisibility"]["listAnswers"] | "range", string>> & {
  /** A scan's id, `allScans`, or a number of latest scans such as `last-4`. By default, see `chosenScan`. */
  scan?: string
  /** A brand's id. A leading minus selects the answers that do not name the brand. */
  brand?: string
}

type ListedScan = Pick<Scan, "id" | "status" | "selection" | "finished_at" | "created_at">

type FilterChoices = {
  brands: { id: string; name: string }[]
  /** Newest first. */
  scans: ListedScan[]
  period: ListPeriod
}

/** The fields of the operation's input that the parameters `scan` and `brand` set. Ignores unknown values. */
export function scanAndBrandFilters(
  { scan, brand }: Pick<AnswerQuery, "scan" | "brand">,
  { brands, scans, period }: FilterChoices,
) {
  // At runtime, Next passes a list for a parameter that the URL repeats.
  const choice = String(brand ?? "")
  const brandId = brands.find(({ id }) => id === choice.replace("-", ""))?.id
  const isExcluded = choice.startsWith("-")
  return {
    scan_id: chosenScan(scan, scans, period)?.id,
    scans: scanCountInUrl(scan),
    mentions_brand: isExcluded ? undefined : brandId,
    lacks_brand: isExcluded ? brandId : undefined,
  }
}

/** By default, the latest scan in trends, or all scans of a chosen period. Undefined for several scans. */
function chosenScan(value = "", scans: ListedScan[], period: ListPeriod): ListedScan | undefined {
  if (value === "" && period.choice === "") return latestScan(scans)
  return scans.find(({ id }) => id === value)
}

const latestScan = (scans: ListedScan[]) => scans.find((scan) => hasMetrics(scan) && scan.selection === null)

/**
 * The field that chooses a scan: its choices by URL parameter, its value, and the name of the choice without a URL
 * parameter.
 */
export function scanField(
  filters: { scan_id: string | undefined; scans: number | undefined },
  { scans, period }: Pick<FilterChoices, "scans" | "period">,
) {
  const value = filters.scans ? latestScansValue(filters.scans) : filters.scan_id
  // Only links from the page Citations choose several scans.
  const severalScans = filters.scans ? { [latestScansValue(filters.scans)]: describeLastScans(filters.scans) } : {}
  const names = scanChoices(scans)
  const latest = latestScan(scans)
  if (!latest || period.choice !== "")
    return { all: latest ? "all of the period" : "all scans", choices: { ...severalScans, ...names }, value }
  const { [latest.id]: latestName = "", ...others } = names
  return {
    all: latestName,
    choices: { ...severalScans, ...others, [allScans]: "all scans" },
    value: value === latest.id ? undefined : (value ?? allScans),
  }
}

/** The URL parameter for the last `count` scans. */
export const latestScansValue = (count: number) => `last-${count}`

/** "the last scan" or "the last 4 scans" */
export const describeLastScans = (count: number) =>
  count === 1 ? "the last scan" : `the last ${pluralize(count, "scan")}`

/** Reads `latestScansValue`. The operation accepts up to 26 scans. */
function scanCountInUrl(value = ""): number | undefined {
  const count = Number(/^last-(\d+)$/.exec(value)?.[1])
  return count >= 1 && count <= 26 ? count : undefined
}

/** Two choices per brand: answers that name it, and answers that do not. */
export const brandChoices = (brands: FilterChoices["brands"]) =>
  Object.fromEntries([
    ...brands.map(({ id, name }) => [id, `mentions ${name}`]),
    ...brands.map(({ id, name }) => [`-${id}`, `does not mention ${name}`]),
  ])
