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
  /** With "all", the table of sources and brands also shows sources whose answers mention your brand. */
  brands?: string
}

/** The choices of the filters, with their labels: domains or pages, and cited or only retrieved sources. */
export const entityNames = { domain: "domains", url: "pages" } as const
export const citationKindNames = { cited: "cited", retrieved: "retrieved, not cited" } as const

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
