/** Table of a project's scans, newest first. */

import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Lamp } from "@/components/ui/lamp"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { costOf, durationOf, type Scan, starterOf, states } from "./scan-labels"

export function ScanTable({ scans, path }: { scans: Scan[]; path: string }) {
  return (
    <Table optionsName="scans" label="Scans" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <Th>Started</Th>
          <Th>Status</Th>
          <Th className={numeric}>Answers</Th>
          <Th className={numeric}>Duration</Th>
          <Th className={numeric}>Cost</Th>
          <Th>Started by</Th>
        </tr>
      </thead>
      <tbody>
        {scans.map((scan) => (
          <Tr key={scan.id}>
            <Td>
              <Link href={`${path}/scans/${scan.id}`} className="font-strong hover:underline">
                <Time at={scan.started_at ?? scan.queued_at} />
              </Link>
            </Td>
            <Td>
              <span
                className={`inline-flex items-center gap-2 ${scan.status === "completed" ? "text-quiet" : "font-strong"}`}
              >
                <Lamp state={states[scan.status].dot} />
                {states[scan.status].label}
              </span>
            </Td>
            <Td label="answers" className={`${numeric} whitespace-nowrap`}>
              {count(scan.answers_valid)}
              <span className="text-quiet"> of {count(scan.tasks.total)}</span>
            </Td>
            <Td label="duration" className={`${numeric} whitespace-nowrap text-quiet`}>
              {durationOf(scan) || "–"}
            </Td>
            <Td label="cost" className={`${numeric} whitespace-nowrap text-quiet`}>
              {costOf(scan)}
            </Td>
            <Td className="whitespace-nowrap text-quiet">{starterOf(scan)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
