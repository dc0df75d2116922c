/** The prompt set of a project: its prompts and topics. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { TopicFilter } from "@/components/ai-visibility/project-filters"
import { Section } from "@/components/frame/section"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { NoMatch } from "@/components/lists/no-match"
import { Pager } from "@/components/lists/pager"
import { AddPrompts } from "@/components/project-settings/add-prompts"
import { NextStep } from "@/components/project-settings/next-step"
import { promptStates } from "@/components/project-settings/prompt-labels"
import { PromptList } from "@/components/project-settings/prompt-list"
import { TopicDialog } from "@/components/project-settings/topic-dialog"
import { TopicList } from "@/components/project-settings/topic-list"
import { listPrompts } from "@/domain/ai-projects/prompts/list-prompts"
import { roleAtLeast } from "@/domain/kernel/roles"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import { languageName } from "@/server/choices"
import { readFilters } from "@/server/list-filters"
import { orFirstPage, orNull } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Prompts" }

type Query = { q?: string; status?: string; topic_id?: string; cursor?: string }
type Props = ProjectParams & { searchParams: Promise<Query> }

export default async function PromptSettingsPage({ params, searchParams }: Props) {
  const { team, project: project_id } = await params
  const { api, path: projectPath, project, role } = await loadProject(team, project_id)
  const query = await searchParams
  const path = `${projectPath}/settings/prompts`
  const filters = withDefaultStatus(readFilters(listPrompts, query), query)
  const [prompts, activePrompts, topics] = await Promise.all([
    orNull(
      orFirstPage(api.aiVisibility.listPrompts({ ...filters, project_id, cursor: query.cursor, limit: 50 }), path),
    ),
    api.aiVisibility.listPrompts({ project_id, status: ["active"], limit: 1 }),
    allPages((cursor) => api.aiVisibility.listTopics({ project_id, limit: 200, cursor })),
  ])
  // The topic in the URL does not exist.
  if (!prompts) redirect(path)
  const canChange = roleAtLeast(role, "member") && project.status !== "archived"
  const isFiltered = Boolean(query.q || query.status || query.topic_id)
  const isEmpty = prompts.data.length === 0 && !isFiltered
  const { panel_version: panelVersion } = project
  return (
    <>
      {canChange && (
        <details
          open={activePrompts.meta.total === 0}
          className="mb-10 rounded-box border border-line bg-surface px-4 py-3"
        >
          <summary className="text-head">Add prompts</summary>
          <div className="mt-4 mb-1">
            <AddPrompts
              projectId={project_id}
              topics={topics}
              activePrompts={activePrompts.meta.total ?? 0}
              panelVersion={panelVersion}
            />
          </div>
        </details>
      )}
      <Section
        title="Prompt set"
        lead={`Version ${panelVersion}, in ${languageName(project.language)}. Adding, rewording, pausing or archiving a prompt creates a new version.`}
      >
        {!isEmpty && (
          <FilterForm path={path}>
            <FilterText label="Text" name="q" value={query.q} />
            <FilterSelect label="Status" name="status" all="active" choices={otherStatuses} value={query.status} />
            <TopicFilter topics={topics} value={query.topic_id} />
          </FilterForm>
        )}
        {isEmpty && (
          <Empty title="No prompts yet">
            {canChange
              ? "Add what customers ask before they buy. Reliable metrics need at least 10 prompts."
              : "Members of the team can add prompts."}
          </Empty>
        )}
        {prompts.data.length === 0 && isFiltered && <NoMatch of="prompts" path={path} />}
        {prompts.data.length > 0 && (
          <>
            <PromptList
              prompts={prompts.data}
              topics={topics}
              path={`${projectPath}/prompts`}
              panelVersion={panelVersion}
              canChange={canChange}
            />
            <Pager meta={prompts.meta} path={path} query={query} noun={["prompt", "prompts"]} />
          </>
        )}
      </Section>
      <Section
        title="Topics"
        lead="A topic groups prompts about the same subject."
        actions={canChange && <TopicDialog projectId={project_id} />}
      >
        {topics.length > 0 ? (
          <TopicList topics={topics} canChange={canChange} />
        ) : (
          <p className="text-quiet">No topics yet. Topics are useful from about 20 prompts.</p>
        )}
      </Section>
      {canChange && project.latest === null && (
        <NextStep href={`${projectPath}/settings/engines`} name="Engines and schedule" />
      )}
      <AsApiCall {...apiCall(`/ai-visibility/projects/${project_id}/prompts?status=active&limit=50`)} />
    </>
  )
}

const otherStatuses = { paused: promptStates.paused, archived: promptStates.archived, all: "any" }

type Filters = ReturnType<typeof readFilters<typeof listPrompts.input>>

/** If the URL has no status, the page lists active prompts. The status `all` selects all prompts. */
const withDefaultStatus = (filters: Filters, { status }: Query): Filters => ({
  ...filters,
  status: status === "all" ? undefined : (filters.status ?? ["active"]),
})
