/** Table of the source types that answers cite: each type's share of all citations, in the latest scans. */
import type { Data } from "@/components/api/types"
import { ShareBar } from "@/components/charts/share-bar"
import { Sparkline } from "@/components/charts/sparkline"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { endOfAxis } from "./interval-bar"
import { type SourceClass, SourceType, sourceClasses } from "./source-type"

type Scans = Data<"aiVisibility", "getSourceClasses">

/** `scans`: the latest scans, oldest first. `path`: the path of the citations. */
export function SourceTypeTable({ scans, path }: { scans: Scans; path: string }) {
  const rows = sharesByType(scans).filter(({ shares }) => shares.some((share) => share))
  const hasPrevious = scans.length > 1
  const axisEnd = endOfAxis(rows.flatMap(({ shares }) => shares))
  return (
    <Table optionsName="source-types" label="Source types">
      <thead>
        <tr>
          <Th>Source type</Th>
          <Th className={numeric}>Latest scan</Th>
          <Th data-not-in-csv="" className="w-1/4 max-sm:hidden">
            <span className="sr-only">Share from 0 to {percent(axisEnd, 0)}</span>
          </Th>
          {hasPrevious && <Th className={numeric}>Previous scan</Th>}
          {hasPrevious && <Th className="max-sm:hidden">Last {pluralize(scans.length, "scan")}</Th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ type, shares }) => (
          <Tr key={type}>
            <Td>
              <Link href={urlWithQuery(path, { source_class: type })} className="hover:underline">
                <SourceType of={type} />
              </Link>
            </Td>
            <Td className={numeric}>{formatShare(shares.at(-1))}</Td>
            <Td data-not-in-csv="" className="max-sm:hidden">
              <ShareBar share={shares.at(-1) ?? 0} max={axisEnd} isOwn={type === "own"} />
            </Td>
            {hasPrevious && <Td className={`${numeric} text-quiet`}>{formatShare(shares.at(-2))}</Td>}
            {hasPrevious && (
              <Td className="max-sm:hidden">
                <Sparkline values={shares} domain={[0, axisEnd]} className="h-6 w-full min-w-24" />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Each type's share of all citations, from 0 to 1, by scan. Null for a scan without citations. */
export const sharesByType = (scans: Scans): { type: SourceClass; shares: (number | null)[] }[] =>
  sourceClasses.map((type) => ({
    type,
    shares: scans.map(({ citations_n, classes }) => {
      const cited = classes.find(({ source_class }) => source_class === type)?.citations_n ?? 0
      return citations_n === 0 ? null : cited / citations_n
    }),
  }))

const formatShare = (share: number | null | undefined) => (share == null ? "–" : percent(share))
