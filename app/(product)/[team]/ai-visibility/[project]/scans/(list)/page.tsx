/** The scans of an AI-visibility project, with the action to start one. */
import type { Metadata } from "next"
import type { Row } from "@/components/ai-visibility/format-metrics"
import type { Inputs, Scan } from "@/components/api/types"
import { RoleNote } from "@/components/frame/role-note"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager } from "@/components/lists/pager"
import { Blockers } from "@/components/project-settings/blockers"
import { hasMetrics, isInProgress, states } from "@/components/scans/scan-labels"
import { ScanTable } from "@/components/scans/scan-table"
import { ScheduleNote, SkippedScan } from "@/components/scans/schedule-note"
import { StartScan } from "@/components/scans/start-scan"
import { TabHead } from "@/components/settings/tab-head"
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { roleAtLeast } from "@/domain/kernel/roles"
import { listScans } from "@/domain/scans/list"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Scans" }

/** Small, because each scan on the page needs a query that compares it with the scan before it. */
const pageSize = 25

type Query = Partial<Record<keyof Inputs["scans"]["list"], string>>
type Props = ProjectParams & { searchParams: Promise<Query> }

export default async function ScansPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, team, project, path, role } = await loadProject(slug, project_id)
  const query = await searchParams
  const filters = readFilters(listScans, query)
  const teamPath = `/${team.slug}`
  const listPath = `${path}/scans`
  // Not awaited here, so that the client is read at the same time.
  const scansPromise = orNoMatches(
    orFirstPage(api.scans.list({ ...filters, project_id, limit: pageSize, cursor: query.cursor }), listPath),
  )
  const [scans, metrics, { data: client }] = await Promise.all([
    scansPromise,
    scansPromise.then(({ data }) => readMetrics(api, project_id, data)),
    api.clients.get({ client_id: project.client_id }),
  ])
  const isEmpty = scans.data.length === 0 && !isFiltered(filters) && !query.cursor
  const canStart = roleAtLeast(role, "member") && project.status === "active"
  return (
    <>
      <AutoRefresh everySeconds={scans.data.some(isInProgress) ? 5 : null} />
      <SkippedScan project={project} />
      <TabHead
        title="Scans"
        actions={
          !isEmpty &&
          (canStart ? (
            <StartScan projectId={project_id} teamPath={teamPath} path={path} kind="plain" />
          ) : (
            <RoleNote role={role} member="start and cancel scans" />
          ))
        }
      >
        <ScheduleNote
          project={project}
          path={path}
          zone={client.timezone ?? team.timezone}
          canChange={roleAtLeast(role, "member")}
        />
      </TabHead>
      {isEmpty ? (
        <FirstScan
          api={api}
          projectId={project_id}
          teamPath={teamPath}
          path={path}
          isViewer={!roleAtLeast(role, "member")}
          canStart={canStart}
        />
      ) : (
        <>
          <FilterForm path={listPath}>
            <FilterSelect label="Status" name="status" all="any" choices={stateNames} value={filters.status?.[0]} />
          </FilterForm>
          {scans.data.length > 0 ? (
            <>
              <ScanTable scans={scans.data} path={path} metrics={metrics} />
              <Pager meta={scans.meta} path={listPath} query={query} noun={["scan", "scans"]} />
            </>
          ) : (
            <NoMatch of="scans" path={listPath} />
          )}
        </>
      )}
      <AsApiCall guide={guides.mentions} {...apiCall(`/ai-visibility/projects/${project_id}/scans`)} />
    </>
  )
}

type FirstScanProps = {
  api: OperationCaller
  projectId: string
  teamPath: string
  path: string
  isViewer: boolean
  canStart: boolean
}

/** Shown before the first scan: starts it, or lists the estimate's blockers. */
async function FirstScan({ api, projectId, teamPath, path, isViewer, canStart }: FirstScanProps) {
  const { data: estimate } = await api.scans.estimate({ project_id: projectId })
  const isReady = estimate.blockers.length === 0
  return (
    <Empty
      title="No scans yet"
      action={canStart && isReady && <StartScan projectId={projectId} teamPath={teamPath} path={path} />}
    >
      <p>
        A scan sends each active prompt to every engine of the project and computes the project's metrics.{" "}
        {isViewer ? "Members of the team can start a scan." : !isReady && "Before you can start a scan:"}
      </p>
      {!isViewer && !isReady && (
        <div className="mt-3">
          <Blockers blockers={estimate.blockers} teamPath={teamPath} path={path} />
        </div>
      )}
    </Empty>
  )
}

/** Returns the metrics of your brand by the ID of the scan, compared with the previous scan. */
async function readMetrics(api: OperationCaller, project_id: string, scans: Scan[]) {
  const entries = await Promise.all(
    scans.filter(hasMetrics).map(async ({ id: scan_id }): Promise<[string, Row][]> => {
      const { data } = await api.aiVisibility.getMetrics({ project_id, scan_id, compare: "previous_period" })
      const ownRow = data.rows.find(({ brand }) => brand.kind === "own")
      return ownRow ? [[scan_id, ownRow]] : []
    }),
  )
  return new Map(entries.flat())
}

const stateNames = Object.fromEntries(Object.entries(states).map(([status, { label }]) => [status, label]))
