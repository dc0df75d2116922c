/** Table of AI visibility projects. Phones show only names and metrics. */
import type { Data } from "@/components/api/types"
import { Sparkline } from "@/components/charts/sparkline"
import { formatDate } from "@/components/format-date"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { isSignificant, type Row, share } from "./format-metrics"
import { FirstScan, Verdict } from "./verdict"
import { IntervalTd, IntervalTh } from "./visibility-cells"

type Project = Data<"aiVisibility", "listProjects">[number]
/**
 * Your brand's visibility. `row`: the latest scan, compared with the previous one. Its `change` is null for the first
 * scan. `series`: the visibility in each scan of the last 90 days, oldest first.
 */
export type History = { row: Row; series: number[]; longTerm: LongTerm | null }
/** The latest scan, compared with the first one of the last 90 days. `since`: when that scan ended. */
export type LongTerm = { row: Pick<Row, "brand" | "change">; since: string }
type Props = {
  projects: Project[]
  projectsPath: string
  /** Undefined on a client's page, where all projects belong to that client. */
  clientNames?: Map<string, string>
  sorting?: Sorting
  /** Your brand's visibility by the id of the project, for the columns of the trend and of the change. */
  histories: Map<string, History | null>
}

const wideOnly = "max-md:hidden"

export function ProjectTable({ projects, projectsPath, clientNames, sorting, histories }: Props) {
  // Hides a column that would repeat the client's name, or the same brand in every row of a client's page.
  const showsBrand = clientNames
    ? projects.some(({ own_brand, client_id }) => own_brand?.name !== clientNames.get(client_id))
    : new Set(projects.map(({ own_brand }) => own_brand?.name)).size > 1
  return (
    <Table optionsName="ai-visibility-projects" label="AI visibility projects" className="md:min-w-[820px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Name
          </SortTh>
          {clientNames && <Th className={wideOnly}>Client</Th>}
          {showsBrand && <Th className={wideOnly}>Your brand</Th>}
          <Th className={numeric}>Visibility</Th>
          <IntervalTh className={`w-[16%] ${wideOnly}`} />
          <Th className={wideOnly}>Last 90 days</Th>
          <Th>Change</Th>
          <Th className={`${numeric} ${wideOnly}`}>Share of voice</Th>
          <Th className={wideOnly}>Last scan</Th>
          <Th className={wideOnly}>Next scan</Th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <Tr key={project.id} className="relative hover:bg-hover">
            <Td className="max-w-72 wrap-anywhere md:min-w-44">
              <Link href={`${projectsPath}/${project.id}`} className="font-strong after:absolute after:inset-0">
                {project.name}
              </Link>
              {clientNames && (
                <span className="block text-quiet text-small md:hidden">{clientNames.get(project.client_id)}</span>
              )}
            </Td>
            {clientNames && (
              <Td className={`max-w-56 wrap-anywhere text-quiet md:min-w-32 ${wideOnly}`}>
                {clientNames.get(project.client_id)}
              </Td>
            )}
            {showsBrand && (
              <Td className={`max-w-48 wrap-anywhere md:min-w-28 ${wideOnly}`}>
                {project.own_brand ? <bdi>{project.own_brand.name}</bdi> : <span className="text-quiet">none</span>}
              </Td>
            )}
            <Td className={numeric}>{project.latest ? share(project.latest.visibility) : "–"}</Td>
            <HistoryCells history={histories.get(project.id)} />
            <Td className={`${numeric} ${wideOnly}`}>{project.latest ? share(project.latest.share_of_voice) : "–"}</Td>
            <Td className={`whitespace-nowrap text-quiet ${wideOnly}`}>
              {project.latest ? <Time at={project.latest.finished_at} /> : "no results yet"}
            </Td>
            <Td className={`whitespace-nowrap text-quiet ${wideOnly}`}>
              {project.next_scan_at ? <Time at={project.next_scan_at} /> : "not scheduled"}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/**
 * The interval, the trend, and the change since the previous scan and over the last 90 days. A dash if the previous
 * scan has no answers to compare, or without any scan.
 */
const HistoryCells = ({ history }: { history: History | null | undefined }) => (
  <>
    <IntervalTd metric={history?.row.visibility} className={wideOnly} />
    <Td className={wideOnly}>
      {history && history.series.length > 1 && (
        <Sparkline values={history.series} domain={[0, 1]} className="h-6 w-24" />
      )}
    </Td>
    <Td className="text-table">
      <Change row={history?.row} />
      {history && changedOverLongTerm(history) && (
        <span className="block text-quiet text-small md:whitespace-nowrap">
          <Verdict row={history.longTerm.row} /> since {formatDate(new Date(history.longTerm.since), "UTC")}
        </span>
      )}
    </Td>
  </>
)

function Change({ row }: { row: Row | undefined }) {
  if (row?.change?.previous) return <Verdict row={row} />
  return row?.change === null ? <FirstScan /> : <span className="text-quiet">–</span>
}

/** True if visibility changed clearly over the last 90 days. */
export const changedOverLongTerm = (history: History): history is History & { longTerm: LongTerm } =>
  isSignificant(history.longTerm?.row.change?.verdict)
