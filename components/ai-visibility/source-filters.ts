/** Filters and sort order of the source list: their URL parameters and the operation's input. */
import type { Inputs } from "@/components/api/types"
import { type SourceClass, sourceClasses } from "./source-type"

type Input = Inputs["aiVisibility"]["listCitations"]

export type SourceQuery = {
  show?: string
  kind?: string
  class?: string
  engine?: string
  sort?: string
  cursor?: string
  view?: string
  /** The number of latest scans that the table of sources and brands counts, or `allScans`. */
  scans?: string
  /** "all": every row of the table of sources and brands. */
  rows?: string
}

/** The choices of the filters, with their labels: domains or pages, and cited or only retrieved sources. */
export const entityNames = { domain: "domains", url: "pages" } as const
export const citationKindNames = { cited: "cited", retrieved: "retrieved, not cited" } as const

/** The choices of the period, by the number of scans. */
export const scanPeriods = { 4: "last 4 scans", 8: "last 8 scans", 26: "last 26 scans" } as const
/** The URL parameter for all scans. The table then has other columns and filters. */
export const allScans = "all"
export const allPeriods = { ...scanPeriods, [allScans]: "all scans" }
const defaultScans = 4

/** The number of latest scans in the URL. */
export const scansOf = ({ scans = "" }: SourceQuery) =>
  Object.hasOwn(scanPeriods, scans) ? Number(scans) : defaultScans

const sorts = ["-citations_n", "-answers_n", "-first_seen_at", "-last_seen_at", "last_seen_at", "key"]

/** Converts the URL parameters to the operation's input. Ignores unknown values. */
export function sourceFilters({ show, kind, class: sourceClass, engine, sort }: SourceQuery, engines: string[]) {
  return {
    entity: show === "url" ? ("url" as const) : ("domain" as const),
    kind: kind === "retrieved" ? ("retrieved" as const) : ("cited" as const),
    source_class: sourceClasses.includes(sourceClass as SourceClass) ? [sourceClass as SourceClass] : undefined,
    engine: engines.find((id) => id === engine),
    sort: (sorts.includes(sort ?? "") ? sort : "-citations_n") as NonNullable<Input["sort"]>,
  }
}
