/** Table of reports. */
import { type ClientProblems, ProblemCells, ProblemHeads } from "@/components/clients/problem-count"
import { Link } from "@/components/link"
import { rangeNames } from "@/components/lists/ranges"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import type { Report } from "./report-filters"
import { ReportState } from "./report-state"

type Props = {
  reports: Report[]
  base: string
  /** Undefined on a client's page, where all reports belong to that client. */
  clientNames?: Map<string, string>
  problems?: ClientProblems
  sorting?: Sorting
}

export function ReportTable({ reports, base, clientNames, problems, sorting }: Props) {
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
          <Th className={problems && "md:pl-8"}>Period</Th>
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
            <Td label="period" className={`text-quiet ${problems ? "md:pl-8" : ""}`}>
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
