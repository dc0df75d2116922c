/** Shows how your brand's visibility changed in the latest scan of each project, with a line of earlier scans. */
import type { Row } from "@/components/ai-visibility/format-metrics"
import { share } from "@/components/ai-visibility/format-metrics"
import { Verdict } from "@/components/ai-visibility/verdict"
import { Sparkline } from "@/components/charts/sparkline"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { SkeletonTable } from "@/components/ui/skeleton"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"

export type VisibilityChange = {
  project: { id: string; name: string; finished_at: string }
  /** Your brand in the latest scan, compared with the previous scan. */
  row: Row
  /** Your brand's visibility in earlier scans, oldest first, and in the latest one. */
  series: number[]
}

const title = "AI visibility since the previous scan"

/** As high as the table, so that nothing below it moves when the table appears. */
export const VisibilityChangesSkeleton = ({ rows }: { rows: number }) => (
  <Section title={title}>
    <SkeletonTable columns={5} rows={rows} />
  </Section>
)

export function VisibilityChanges({ changes, base }: { changes: VisibilityChange[]; base: string }) {
  if (changes.length === 0) return null
  return (
    <Section title={title}>
      <Table label={title}>
        <thead>
          <tr>
            <Th>Project</Th>
            <Th className={numeric}>Visibility</Th>
            <Th className="max-sm:hidden">
              <span className="sr-only">Earlier scans</span>
            </Th>
            <Th>Change</Th>
            <Th className="max-sm:hidden">Last scan</Th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ project, row, series }) => (
            <Tr key={project.id} className="relative hover:bg-hover">
              <Td className="min-w-32 wrap-anywhere">
                <Link href={`${base}/ai-visibility/${project.id}`} className="font-strong after:absolute after:inset-0">
                  {project.name}
                </Link>
              </Td>
              <Td className={numeric}>{share(row.visibility)}</Td>
              <Td className="max-sm:hidden">
                {series.length > 1 && <Sparkline values={series} className="h-6 w-24" />}
              </Td>
              <Td>
                <Verdict row={row} />
              </Td>
              <Td className="whitespace-nowrap text-quiet max-sm:hidden">
                <Time at={project.finished_at} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
