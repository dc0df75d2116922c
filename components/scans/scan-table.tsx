/** Table of a project's scans, newest first. */

import { bounds, type Metric, share } from "@/components/ai-visibility/format-metrics"
import { Axis, IntervalBar } from "@/components/ai-visibility/interval-bar"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { cn } from "@/components/ui/class-names"
import { Lamp } from "@/components/ui/lamp"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { costOf, durationOf, type Scan, starterOf, states } from "./scan-labels"

/** `visibility`: your brand's visibility in each finished scan. */
type Props = { scans: Scan[]; path: string; visibility: Map<string, Metric> }

export function ScanTable({ scans, path, visibility }: Props) {
  return (
    <Table
      optionsName="scans"
      label="Scans"
      isCards
      className={cn("md:min-w-[820px]", visibility.size > 0 && "figure-cards")}
    >
      <thead>
        <tr>
          <Th>Started</Th>
          {visibility.size > 0 && (
            <>
              <Th className={numeric}>Visibility</Th>
              <Th className="w-[18%] lg:w-[22%]">
                <span className="sr-only">95% interval</span>
                <Axis max={1} />
              </Th>
            </>
          )}
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
            {visibility.size > 0 && <Visibility metric={visibility.get(scan.id)} />}
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

const Visibility = ({ metric }: { metric: Metric | undefined }) => (
  <>
    <Td label="visibility" className={`${numeric} whitespace-nowrap`}>
      {metric ? share(metric) : <span className="text-quiet">–</span>}
    </Td>
    <Td className="max-md:w-full" title={metric && bounds(metric)}>
      {metric && (
        <>
          <IntervalBar metric={metric} />
          <span className="sr-only">{bounds(metric)}</span>
        </>
      )}
    </Td>
  </>
)
