/** Table of a project's scans, newest first. */

import type { Metric } from "@/components/ai-visibility/format-metrics"
import { IntervalTh, VisibilityCells } from "@/components/ai-visibility/visibility-cells"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Lamp } from "@/components/ui/lamp"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { costOf, durationOf, type Scan, starterOf, states } from "./scan-labels"

/** `visibility`: your brand's visibility in each finished scan. */
type Props = { scans: Scan[]; path: string; visibility: Map<string, Metric> }

export function ScanTable({ scans, path, visibility }: Props) {
  const hasVisibility = visibility.size > 0
  const hasCost = scans.some(({ cost_usd }) => (cost_usd ?? 0) > 0)
  return (
    <Table
      optionsName="scans"
      label="Scans"
      isCards
      className={hasVisibility ? "figure-cards md:min-w-[820px]" : "md:min-w-[640px]"}
    >
      <thead>
        <tr>
          <Th>Started</Th>
          {hasVisibility && (
            <>
              <Th className={numeric}>Visibility</Th>
              <IntervalTh className="w-[18%] lg:w-[22%]" />
            </>
          )}
          <Th>Status</Th>
          <Th className={numeric}>Answers</Th>
          <Th className={numeric}>Duration</Th>
          {hasCost && <Th className={numeric}>Cost</Th>}
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
            {hasVisibility && <VisibilityCells metric={visibility.get(scan.id)} />}
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
            {hasCost && (
              <Td label="cost" className={`${numeric} whitespace-nowrap text-quiet`}>
                {costOf(scan)}
              </Td>
            )}
            <Td label="started by" className="whitespace-nowrap text-quiet">
              {starterOf(scan)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
