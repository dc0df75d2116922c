/**
 * Filters and sort order of the source list: the URL parameters of its page, mostly fields of the operation's input.
 */
import type { Inputs } from "@/components/api/types"

type Input = Inputs["aiVisibility"]["listCitations"]

export type SourceQuery = Partial<Record<keyof Input | "view", string>> & {
  /** The number of latest scans that the table of sources and brands counts, or `allScans`. */
  scans?: string
}

/** The choices of the filters, with their labels: domains or pages, and cited or only retrieved sources. */
export const entityNames: Record<NonNullable<Input["entity"]>, string> = { domain: "domains", url: "pages" }
export const citationKindNames: Record<NonNullable<Input["kind"]>, string> = {
  cited: "cited",
  retrieved: "retrieved, not cited",
}

/** The choices of the period, by the number of scans. */
export const scanPeriods = { 4: "last 4 scans", 8: "last 8 scans", 26: "last 26 scans" } as const
/** The URL parameter for all scans. The table then has other columns and filters. */
export const allScans = "all"
export const allPeriods = { ...scanPeriods, [allScans]: "all scans" }
const defaultScans = 4

/** The number of latest scans in the URL. */
export const scansOf = ({ scans = "" }: SourceQuery) =>
  Object.hasOwn(scanPeriods, scans) ? Number(scans) : defaultScans

/** The sort orders of the table's columns. The first one is the default. */
export const sourceOrders = [
  "-citations_n",
  "-answers_n",
  "-first_seen_at",
  "-last_seen_at",
  "last_seen_at",
  "key",
] as const satisfies readonly NonNullable<Input["sort"]>[]

/** The sort orders of the table of sources and brands. The first one is its default. The API's default is `-competitor_mentions`. */
export const sourceBrandOrders = {
  opportunity: "largest gap first",
  "-lead": "largest lead first",
  lead: "largest deficit first",
  "-own_share": "your largest share first",
  own_share: "your smallest share first",
  "-answers_n": "most answers first",
  answers_n: "fewest answers first",
  domain: "A to Z",
  "-domain": "Z to A",
  source_class: "by source type",
  "-source_class": "by source type, reversed",
} as const satisfies Partial<Record<NonNullable<Inputs["aiVisibility"]["getSourceBrands"]["sort"]>, string>>
