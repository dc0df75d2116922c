/** Table of reports. */
import type { Data } from "@/components/api/types"
import { type ClientProblems, ProblemCells, ProblemHeads } from "@/components/clients/problem-count"
import { Link } from "@/components/link"
import { rangeNames } from "@/components/lists/ranges"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import type { Report } from "./report-filters"
import { ReportState } from "./report-state"

type ShareSummary = Data<"reports", "listShareSummaries">[number]

type Props = {
  reports: Report[]
  base: string
  /** Undefined on a client's page, where all reports belong to that client. */
  clientNames?: Map<string, string>
  problems?: ClientProblems
  /** The reports with active share links, by id. Undefined on a client's page. */
  shares?: Map<string, ShareSummary>
  sorting?: Sorting
}

export function ReportTable({ reports, base, clientNames, problems, shares, sorting }: Props) {
  return (
    <Table optionsName="reports" label="Reports" isCards className="md:min-w-[560px]">
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          {clientNames && <Th>Client</Th>}
          <Th>Status</Th>
          {problems && <ProblemHeads problems={problems} />}
          {shares && <Th className={problems && "md:pl-8"}>Shared</Th>}
          <Th>Period</Th>
          <SortTh by="updated_at" sorting={sorting} isDescendingFirst>
            Updated
          </SortTh>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <Tr key={report.id} className="relative hover:bg-hover">
            <Td>
              <Link href={`${base}/${report.id}`} className="font-strong after:absolute after:inset-0">
                {report.name}
              </Link>
            </Td>
            {clientNames && <Td className="text-quiet">{clientNames.get(report.client_id)}</Td>}
            <Td>
              {report.status === "published" ? (
                <span className="text-quiet">published</span>
              ) : (
                <ReportState status={report.status} />
              )}
            </Td>
            {problems && <ProblemCells problems={problems} clientId={report.client_id} />}
            {shares && (
              <Td label="shared" className={`text-quiet ${problems ? "md:pl-8" : ""}`}>
                <Shared summary={shares.get(report.id)} />
              </Td>
            )}
            <Td label="period" className="text-quiet">
              {rangeNames[report.default_range] ?? report.default_range.replaceAll("_", " ")}
            </Td>
            <Td label="updated" className="text-quiet">
              <Time at={report.updated_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** "2 links, opened yesterday" */
function Shared({ summary }: { summary: ShareSummary | undefined }) {
  if (!summary) return "–"
  const { active_links_n, last_viewed_at } = summary
  return (
    <>
      {pluralize(active_links_n, "link")}, {last_viewed_at ? "opened " : "not opened"}
      {last_viewed_at && <Time at={last_viewed_at} />}
    </>
  )
}
