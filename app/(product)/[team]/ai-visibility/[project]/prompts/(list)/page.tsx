/** The prompts of a project, with your visibility, its change, and the gaps where a competitor is ahead. */
import type { Metadata } from "next"
import type { Row } from "@/components/ai-visibility/format-metrics"
import { PromptFilterForm } from "@/components/ai-visibility/prompt-filter-form"
import {
  describeMovedFilter,
  type PromptQuery,
  promptFieldsOf,
  promptOrders,
} from "@/components/ai-visibility/prompt-filters"
import { PromptSummary } from "@/components/ai-visibility/prompt-summary"
import { PromptTable } from "@/components/ai-visibility/prompt-table"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { Button } from "@/components/ui/button"
import { engineName } from "@/domain/ai-engines/engine-names"
import { listPrompts } from "@/domain/ai-projects/prompts/list-prompts"
import { roleAtLeast } from "@/domain/kernel/roles"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"
import { readPromptChanges } from "../../../../prompt-changes"

export const metadata: Metadata = { title: "Prompts" }

type Props = ProjectParams & { searchParams: Promise<PromptQuery> }

export default async function PromptsPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, project, path: projectPath, role } = await loadProject(slug, project_id)
  const path = `${projectPath}/prompts`
  const settingsPath = `${projectPath}/settings/prompts`
  const canChange = roleAtLeast(role, "member") && project.status !== "archived"
  const query = await searchParams
  const movedFilter = describeMovedFilter(query)
  const [topics, { data: engines }] = await Promise.all([
    allPages((cursor) => api.aiVisibility.listTopics({ project_id, limit: 200, cursor })),
    api.aiVisibility.listEngines({ project_id, limit: 200 }),
  ])
  const filters = readFilters(listPrompts, promptFieldsOf(query))
  const sort = sortFromQuery(query.sort, ordersOf(promptOrders))
  const { data: prompts, meta } = await orNoMatches(
    orFirstPage(api.aiVisibility.listPrompts({ ...filters, project_id, sort, limit: 25, cursor: query.cursor }), path),
  )
  const scan_id = prompts.find(({ latest }) => latest)?.latest?.scan_id
  const changes = scan_id
    ? await readPromptChanges(api, { project_id, scan_id, engine: filters.engine })
    : new Map<string, Row>()
  const hasFilters = isFiltered(filters)
  return (
    <>
      <PromptSummary
        prompts={prompts}
        changes={changes}
        path={path}
        query={query}
        isPart={meta.truncated}
        action={
          canChange &&
          prompts.length > 0 && (
            <Button asChild>
              <Link href={settingsPath}>Edit prompts</Link>
            </Button>
          )
        }
      />
      {(prompts.length > 0 || hasFilters) && (
        <PromptFilterForm path={path} query={query} sort={sort} topics={topics} engines={project.engines} />
      )}
      <SampleNote
        engines={filters.engine ? [filters.engine] : engines.filter(({ latest }) => latest).map(({ id }) => id)}
        hasFilter
      />
      {movedFilter && <p className="mb-3 max-w-[90ch] text-quiet text-table">{movedFilter}</p>}
      {prompts.length > 0 && (
        <>
          <PromptTable
            prompts={prompts}
            path={path}
            projectPath={projectPath}
            engine={filters.engine}
            topics={new Map(topics.map(({ id, name }) => [id, name]))}
            changes={changes}
            sorting={{ path, query, sort }}
          />
          <Pager meta={meta} path={path} query={query} noun={["prompt", "prompts"]} />
          <p className="mt-1 max-w-[68ch] text-quiet text-small">
            From the latest scan{filters.engine && ` of ${engineName(filters.engine)}`}. Bars show the 95% interval, and
            gray marks and names the best competitor. In a gap, a competitor's interval lies entirely above yours.
          </p>
        </>
      )}
      {prompts.length === 0 && hasFilters && <NoMatch of="prompts" path={path} />}
      {prompts.length === 0 && !hasFilters && (
        <Empty
          title="No prompts yet"
          action={
            canChange && (
              <Button asChild kind="primary">
                <Link href={settingsPath}>Add prompts</Link>
              </Button>
            )
          }
        >
          A prompt is a question that people ask an AI engine. Add at least 10 prompts to get meaningful metrics.
        </Empty>
      )}
      <AsApiCall
        guide={guides.mentions}
        {...apiCall(urlWithQuery(`/ai-visibility/projects/${project_id}/prompts`, { ...filters, sort }))}
      />
    </>
  )
}
