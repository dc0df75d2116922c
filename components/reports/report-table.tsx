/** Table of reports. */
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
  sorting?: Sorting
}

export function ReportTable({ reports, base, clientNames, sorting }: Props) {
  return (
    <Table optionsName="reports" label="Reports" isCards className="md:min-w-[560px]">
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          {clientNames && <Th>Client</Th>}
          <Th>Status</Th>
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
              <ReportState status={report.status} />
            </Td>
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
