/** One scan: its progress or result, its errors, and links to its answers and metrics. */
import type { Metadata } from "next"
import { ContributionList } from "@/components/ai-visibility/contribution-list"
import { contributionSentence } from "@/components/ai-visibility/contributions"
import { bounds, isSignificant, type Row, share } from "@/components/ai-visibility/format-metrics"
import { EngineFilter } from "@/components/ai-visibility/project-filters"
import { describeChange } from "@/components/ai-visibility/prompt-sentence"
import { SplitTable } from "@/components/ai-visibility/split-table"
import type { Inputs } from "@/components/api/types"
import { formatDate } from "@/components/format-date"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, CountingGuide } from "@/components/lists/as-api-call"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { errorNames } from "@/components/scans/error-labels"
import { hasMetrics, type Progress } from "@/components/scans/scan-labels"
import { ScanWatch } from "@/components/scans/scan-watch"
import { TaskTable, taskStates } from "@/components/scans/task-table"
import { Button } from "@/components/ui/button"
import { Lead } from "@/components/ui/lead"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count, pluralize } from "@/domain/kernel/format-count"
import { roleAtLeast } from "@/domain/kernel/roles"
import { maxConsecutiveFailures } from "@/domain/scans/engine-limits"
import { listTasks } from "@/domain/scans/list-tasks"
import { maxAttempts } from "@/domain/scans/tasks"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches } from "@/server/visit"
import { loadProject } from "@/server/visit-project"
import { readContributions } from "../../../../prompt-changes"
import { findScan } from "./find-scan"

export const metadata: Metadata = { title: "Scan" }

type Query = Partial<Record<keyof Inputs["scans"]["listTasks"] | "engines", string>>
type Props = {
  params: Promise<{ team: string; project: string; scan: string }>
  searchParams: Promise<Query>
}

export default async function ScanPage({ params, searchParams }: Props) {
  const { team, project: project_id, scan: scan_id } = await params
  const { api, path, role } = await loadProject(team, project_id)
  const scan = await findScan(team, project_id, scan_id)
  const query = await searchParams
  const scanPath = `${path}/scans/${scan.id}`
  return (
    <>
      <PageHead
        isInner
        crumbs={[{ name: "Scans", href: `${path}/scans`, switchTo: "scans", projectId: project_id }]}
        title={`Scan of ${formatDate(new Date(scan.started_at ?? scan.queued_at), "UTC")}`}
        actions={<ScanLinks scan={scan} path={path} />}
      />
      {hasMetrics(scan) && <ScanResult api={api} scan={scan} query={query} scanPath={scanPath} projectPath={path} />}
      <ScanWatch initial={scan} canCancel={roleAtLeast(role, "member")} path={scanPath} />
      {(hasFailures(scan) || query.status) && <Tasks api={api} scan={scan} query={query} scanPath={scanPath} />}
      <AsApiCall {...apiCall(`/scans/${scan.id}`)} />
    </>
  )
}

type ResultProps = { api: OperationCaller; scan: Progress; query: Query; scanPath: string }

/**
 * Shows what the scan found: your brand's visibility, how it changed, and its visibility by engine. `scanPath` is the
 * path of this page.
 */
async function ScanResult({
  api,
  scan: { id: scan_id, project_id },
  query,
  scanPath,
  projectPath,
}: ResultProps & { projectPath: string }) {
  const metricsQuery = { project_id, scan_id, compare: "previous_period" as const }
  const [{ data: brands }, { data: engines }, { data: branded }] = await Promise.all([
    api.aiVisibility.getMetrics(metricsQuery),
    api.aiVisibility.getMetrics({ ...metricsQuery, group_by: ["engine"] }),
    api.aiVisibility.getMetrics({ project_id, scan_id, prompt_scope: "branded" }),
  ])
  const ownRow = findOwnRow(brands.rows)
  if (!ownRow || ownRow.visibility.value === null) return null
  const { visibility, change } = ownRow
  const brandedAnswers = findOwnRow(branded.rows)?.answers_n ?? 0
  return (
    <>
      <Lead
        details={
          <p className="mt-1 text-quiet text-table">
            {visibility.ci && `95% interval ${bounds(visibility)}. `}
            Counts answers to prompts that do not name the brand
            {brandedAnswers > 0 && `, which leaves out ${pluralize(brandedAnswers, "answer")}`}. <CountingGuide />
          </p>
        }
      >
        <bdi className="font-strong">{ownRow.brand.name}</bdi> is in {count(visibility.numerator)} of{" "}
        {pluralize(visibility.denominator, "answer")}, a visibility of {share(visibility)}. {describeChange(change)}
      </Lead>
      {engines.rows.length > 1 && (
        <Section title="Visibility by engine" lead={change?.previous && "Rings mark the previous scan."}>
          <SplitTable
            dimension="Engine"
            sorting={{ path: scanPath, query, sort: query.engines ?? "", parameter: "engines" }}
            parts={engines.rows.map((row) => {
              const id = row.group.engine ?? ""
              return { id, row, name: engineName(id) }
            })}
          />
        </Section>
      )}
      {isSignificant(change?.verdict) && (
        <PromptsBehindChange api={api} projectId={project_id} scanId={scan_id} path={projectPath} />
      )}
    </>
  )
}

const findOwnRow = (rows: Row[]) => rows.find(({ brand }) => brand.kind === "own")

/** The maximum number of prompts with their own row. One more row adds up the others. */
const maxPrompts = 6

type PromptsProps = { api: OperationCaller; projectId: string; scanId: string; path: string }

async function PromptsBehindChange({ api, projectId, scanId, path }: PromptsProps) {
  const selection = { project_id: projectId, scan_id: scanId, engine: undefined }
  const { all, shown, others } = await readContributions(api, selection, maxPrompts)
  if (shown.length === 0) return null
  return (
    <Section title="Prompts behind the change" lead={contributionSentence(all)}>
      <ContributionList
        contributions={shown}
        others={others}
        compareHref={(promptId) => urlWithQuery(`${path}/prompts/${promptId}/compare`, { after: scanId })}
      />
    </Section>
  )
}

async function Tasks({ api, scan, query, scanPath }: ResultProps) {
  const filters = readFilters(listTasks, query)
  const status = filters.status?.[0] ?? (scan.tasks.failed > 0 ? "failed" : "pending")
  const tasks = await orNoMatches(
    orFirstPage(
      api.scans.listTasks({ ...filters, scan_id: scan.id, status: [status], limit: 50, cursor: query.cursor }),
      scanPath,
    ),
  )
  return (
    <div id="tasks" className="scroll-mt-6">
      <Section
        title="Questions"
        lead={`A question is one prompt sent to one engine, once per region and run. Each is attempted up to ${maxAttempts} times. After ${maxConsecutiveFailures} failures in a row, we stop asking the engine.`}
      >
        <FilterForm path={scanPath}>
          <FilterSelect label="Status" name="status" choices={taskStates} value={status} />
          <EngineFilter engines={scan.engines.map(({ engine_id }) => engine_id)} value={filters.engine} />
          <FilterSelect label="Error" name="error_code" all="any" choices={errorNames} value={filters.error_code} />
        </FilterForm>
        {tasks.data.length > 0 ? (
          <>
            <TaskTable tasks={tasks.data} />
            <Pager meta={tasks.meta} path={scanPath} query={{ ...query, status }} noun={["question", "questions"]} />
          </>
        ) : (
          <NoMatch of="questions" path={scanPath} />
        )}
      </Section>
    </div>
  )
}

const hasFailures = ({ engines }: Progress) => engines.some(({ errors }) => errors.length > 0)

function ScanLinks({ scan, path }: { scan: Progress; path: string }) {
  const { id, answers_valid } = scan
  return (
    <>
      {answers_valid > 0 && (
        <Button asChild>
          <Link href={`${path}/answers?scan=${id}`}>View answers</Link>
        </Button>
      )}
      {hasMetrics(scan) && !scan.selection && (
        <Button asChild kind="primary">
          <Link href={`${path}?scan=${id}`}>View metrics</Link>
        </Button>
      )}
    </>
  )
}
