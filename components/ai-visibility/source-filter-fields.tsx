/** The filter fields that all tables of a project's sources share: the source type, a text, and the engine. */
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { EngineFilter } from "./project-filters"
import { type SourceClass, sourceClasses, sourceTypes } from "./source-type"

/** The chosen values. */
export type SharedFilters = {
  source_class?: SourceClass[] | undefined
  q?: string | undefined
  engine?: string | undefined
}

/** `engines`: those of the project. */
type Props = { filters: SharedFilters; engines: string[] }

export const SourceFilterFields = ({ filters, engines }: Props) => (
  <>
    <FilterSelect
      label="Source type"
      name="source_class"
      all="any"
      choices={Object.fromEntries(sourceClasses.map((id) => [id, sourceTypes[id].name]))}
      value={filters.source_class?.[0]}
    />
    <EngineFilter engines={engines} value={filters.engine} />
    <FilterText label="Search sources" name="q" value={filters.q} />
  </>
)
