/** Table of your brand's metrics by engine, topic or another dimension, with the intervals on one shared axis. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { bounds, confidenceLabels, position, type Row, share } from "./format-metrics"
import { Axis, endOfAxis, IntervalBar } from "./interval-bar"
import { Verdict } from "./verdict"

export type Part = { id: string; name: ReactNode; href?: string; row: Row }

export function SplitTable({ by, parts }: { by: string; parts: Part[] }) {
  const max = endOfAxis(parts.map(({ row }) => row.visibility))
  const isCompared = parts.some(({ row }) => row.change)
  return (
    <Table optionsName="visibility" label={`By ${by.toLowerCase()}`} className="min-w-[560px]">
      <thead>
        <tr>
          <Th>{by}</Th>
          <Th className={numeric}>Visibility</Th>
          <Th className="w-[32%]">
            <span className="sr-only">95% interval</span>
            <Axis max={max} />
          </Th>
          {isCompared && <Th>Change since previous scan</Th>}
          <Th className={numeric}>Position</Th>
          <Th className={numeric}>Answers</Th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ id, name, href, row }) => (
          <Tr key={id} className={href ? "relative hover:bg-hover" : ""}>
            <Td className="min-w-36 max-w-72 break-words">
              {href ? (
                <Link href={href} className="after:absolute after:inset-0">
                  {name}
                </Link>
              ) : (
                name
              )}
            </Td>
            <Td className={numeric}>{share(row.visibility)}</Td>
            <Td title={bounds(row.visibility)}>
              <IntervalBar metric={row.visibility} max={max} previous={row.change?.previous?.visibility.value} />
              <span className="sr-only">{bounds(row.visibility)}</span>
            </Td>
            {isCompared && (
              <Td>
                <Verdict row={row} />
              </Td>
            )}
            <Td className={numeric}>{position(row.average_position)}</Td>
            <Td className={`${numeric} text-quiet`} title={confidenceLabels[row.visibility.confidence]}>
              {count(row.answers_n)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
