/** Table of reports. */
import { Link } from "@/components/link"
import { periodLabel, rangeNames } from "@/components/lists/ranges"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import type { Report } from "./report-filters"
import { type ShareSummary, SharingState } from "./report-state"

type Props = {
  reports: Report[]
  base: string
  /** Undefined on a client's page, where all reports belong to that client. */
  clientNames?: Map<string, string>
  /** The reports with active share links. */
  shares: readonly ShareSummary[]
  /** The last day with data, by the id of the report. Undefined on a client's page, which has its own. */
  dataThrough?: Map<string, string | null>
  sorting?: Sorting
}

export function ReportTable({ reports, base, clientNames, shares, dataThrough, sorting }: Props) {
  const sharesById = new Map(shares.map((summary) => [summary.report_id, summary]))
  return (
    <Table optionsName="reports" label="Reports" isCards className="md:min-w-[560px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Name
          </SortTh>
          {clientNames && <Th>Client</Th>}
          <Th>Status</Th>
          <Th>Period</Th>
          {dataThrough && <Th>Data through</Th>}
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
              <SharingState status={report.status} shared={sharesById.get(report.id)} />
            </Td>
            <Td label="period" className="text-quiet">
              {rangeNames[report.default_range] ?? report.default_range.replaceAll("_", " ")}
            </Td>
            {dataThrough && (
              <Td label="data through" className="figures text-quiet">
                <DataThrough date={dataThrough.get(report.id)} />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const DataThrough = ({ date }: { date: string | null | undefined }) =>
  date ? <time dateTime={date}>{periodLabel({ from: date, to: date })}</time> : "–"
