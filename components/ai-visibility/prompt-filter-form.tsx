/** Filters of the prompt list. The rarer ones are behind "More filters", which is open while one of them is set. */
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { SortField } from "@/components/lists/sort-field"
import { EngineFilter, TopicFilter } from "./project-filters"
import {
  gapChoices,
  isBrandedChoices,
  movedChoices,
  type PromptQuery,
  promptOrders,
  promptStatuses,
} from "./prompt-filters"

type Props = {
  path: string
  query: PromptQuery
  sort: keyof typeof promptOrders
  topics: { id: string; name: string }[]
  engines: string[]
}

export function PromptFilterForm({ path, query, sort, topics, engines }: Props) {
  const { moved, gap, is_branded, status, engine, tag } = query
  const isMoreSet = [gap, is_branded, status, engine, tag].some(Boolean)
  return (
    <FilterForm path={path} isClosedOnPhone>
      <FilterText label="Search prompts" name="q" value={query.q} />
      <TopicFilter topics={topics} value={query.topic_id} />
      <FilterSelect label="Change" name="moved" all="any" choices={movedChoices} value={moved} />
      <SortField choices={promptOrders} value={sort} />
      {/* The fields are as wide as the form, below the summary, which stays in its place. */}
      <details
        open={isMoreSet}
        className="contents not-open:[&::details-content]:hidden [&::details-content]:col-span-2 [&::details-content]:basis-full"
      >
        <summary className="col-span-2 h-8 w-fit rounded-box px-2.5 text-quiet text-table leading-8 hover:bg-hover hover:text-text">
          More filters
        </summary>
        <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:gap-2">
          <FilterSelect label="Gaps" name="gap" all="any" choices={gapChoices} value={gap} />
          <FilterSelect label="Brand name" name="is_branded" all="any" choices={isBrandedChoices} value={is_branded} />
          <FilterSelect label="Status" name="status" all="any" choices={promptStatuses} value={status} />
          <EngineFilter engines={engines} value={engine} />
          {tag && <FilterText label="Tag" name="tag" value={tag} />}
        </div>
      </details>
    </FilterForm>
  )
}
