/**
 * Table of a project's scans, newest first. If a property is the same and as expected in all scans, it has no column. A
 * sentence below the table contains it instead.
 */

import { isCompared, type Row } from "@/components/ai-visibility/format-metrics"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { ChangeTd } from "@/components/ai-visibility/verdict"
import { IntervalTh, VisibilityCells } from "@/components/ai-visibility/visibility-cells"
import type { Scan } from "@/components/api/types"
import { Link } from "@/components/link"
import { Lamp } from "@/components/ui/lamp"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { commonParts, costOf, durationOf, selectionOf, starterOf, states } from "./scan-labels"

/** `metrics`: your brand in each scan with metrics, compared with the previous scan, by the id of the scan. */
type Props = { scans: Scan[]; path: string; metrics: Map<string, Row> }

export function ScanTable({ scans, path, metrics }: Props) {
  const hasVisibility = metrics.size > 0
  const hasChange = isCompared([...metrics.values()])
  const names = scanChoices(scans)
  const hasCost = scans.some(({ cost_usd }) => (cost_usd ?? 0) > 0)
  const usual = commonParts(scans)
  return (
    <>
      <Table
        optionsName="scans"
        label="Scans"
        isCards
        className={hasVisibility ? "figure-cards md:min-w-[820px]" : "md:min-w-[640px]"}
      >
        <thead>
          <tr>
            <Th>Scan</Th>
            {hasVisibility && (
              <>
                <Th className={numeric}>Visibility</Th>
                <IntervalTh className={usual.status && usual.starter ? "w-[40%]" : "w-[18%] lg:w-[22%]"} />
              </>
            )}
            {hasChange && <Th>Change since previous scan</Th>}
            {!usual.status && <Th>Status</Th>}
            {!usual.answers && <Th className={numeric}>Answers</Th>}
            {!usual.duration && <Th className={numeric}>Duration</Th>}
            {hasCost && <Th className={numeric}>Cost</Th>}
            {!usual.starter && <Th>Started by</Th>}
          </tr>
        </thead>
        <tbody>
          {scans.map((scan) => (
            <Tr key={scan.id}>
              <Td>
                <Link href={`${path}/scans/${scan.id}`} className="font-strong hover:underline">
                  {names[scan.id]}
                </Link>
                {scan.selection && <p className="text-quiet text-small">Only {selectionOf(scan)}</p>}
              </Td>
              {hasVisibility && <VisibilityCells metric={metrics.get(scan.id)?.visibility} />}
              {hasChange && <ChangeTd row={metrics.get(scan.id)} />}
              {!usual.status && (
                <Td>
                  <span
                    className={`inline-flex items-center gap-2 ${scan.status === "completed" ? "text-quiet" : "font-strong"}`}
                  >
                    <Lamp state={states[scan.status].dot} />
                    {states[scan.status].label}
                  </span>
                </Td>
              )}
              {!usual.answers && (
                <Td label="answers" className={`${numeric} whitespace-nowrap`}>
                  {count(scan.answers_valid)}
                  <span className="text-quiet"> of {count(scan.tasks.total)}</span>
                </Td>
              )}
              {!usual.duration && (
                <Td label="duration" className={`${numeric} whitespace-nowrap text-quiet`}>
                  {durationOf(scan) || "–"}
                </Td>
              )}
              {hasCost && (
                <Td label="cost" className={`${numeric} whitespace-nowrap text-quiet`}>
                  {costOf(scan)}
                </Td>
              )}
              {!usual.starter && (
                <Td label="started by" className="whitespace-nowrap text-quiet">
                  {starterOf(scan)}
                </Td>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
      {Object.values(usual).some(Boolean) && (
        <p className="mt-2 text-quiet text-table">Every scan: {Object.values(usual).filter(Boolean).join(", ")}.</p>
      )}
    </>
  )
}
