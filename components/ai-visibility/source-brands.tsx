/**
 * Table of cited sources: of the answers that cite a source, how many mention your brand and its best competitor, and
 * how far you are ahead.
 */
import type { Data } from "@/components/api/types"
import { ShareBar } from "@/components/charts/share-bar"
import { Link } from "@/components/link"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { latestScansValue } from "./answer-filters"
import { formatPoints } from "./format-metrics"
import { type Mentions, type SourceLead, sourceLeads } from "./source-leads"
import { SourceType } from "./source-type"

/** `path` is the path of the citations, and `answersPath` is the path of the answers. */
type Props = { matrix: Data<"aiVisibility", "getSourceBrands">; path: string; answersPath: string }

export function SourceBrands({ matrix, path, answersPath }: Props) {
  const maxAnswers = Math.max(1, ...matrix.sources.map(({ answers_n }) => answers_n))
  return (
    <Table optionsName="sources-and-brands" label="Sources and brands" isCards className="md:min-w-[860px]">
      <thead>
        <tr>
          <Th>Source</Th>
          <Th>Source type</Th>
          <Th className={numeric}>Answers</Th>
          <Th className="w-[10%]">
            <span className="sr-only">Answers as a bar</span>
          </Th>
          <Th className={numeric}>You</Th>
          <Th>Best competitor</Th>
          <Th className={numeric}>Your lead</Th>
          <Th className="w-[20%]">
            <span className="flex justify-between">
              <span>behind</span>
              <span>ahead</span>
            </span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {sourceLeads(matrix).map((row) => (
          <SourceRow
            key={row.source.domain}
            row={row}
            maxAnswers={maxAnswers}
            scans={matrix.scans_n}
            path={path}
            answersPath={answersPath}
          />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = { row: SourceLead; maxAnswers: number; scans: number; path: string; answersPath: string }

function SourceRow({ row: { source, own, rival, lead }, maxAnswers, scans, path, answersPath }: RowProps) {
  const { domain, source_class, answers_n } = source
  const linkProps = { source, scans, answersPath }
  return (
    <Tr>
      <Td className="min-w-32 max-w-72 wrap-anywhere">
        <Link
          href={`${path}/${encodeURIComponent(domain)}`}
          className="inline-flex min-h-6 items-center font-strong hover:underline"
        >
          {domain}
        </Link>
      </Td>
      <Td className="max-md:hidden">
        <SourceType of={source_class} />
      </Td>
      <Td className={`${numeric} max-md:hidden`}>{count(answers_n)}</Td>
      <Td className="max-md:hidden">
        <ShareBar share={answers_n} max={maxAnswers} />
      </Td>
      <Td label="you" className={numeric}>
        {own?.mentioned ? (
          <MentionsLink of={own} {...linkProps} />
        ) : (
          own && <span className="text-danger-text">none</span>
        )}
      </Td>
      <Td className="max-w-56">
        {rival ? (
          <span className="inline-flex items-center gap-2 md:flex md:justify-between md:gap-3">
            <bdi className="min-w-0 truncate text-quiet md:text-text">{rival.brand.name}</bdi>
            <span className="figures">
              <MentionsLink of={rival} {...linkProps} />
            </span>
          </span>
        ) : (
          <span className="text-quiet">none mentioned</span>
        )}
      </Td>
      <Td className={`${numeric} whitespace-nowrap max-md:ml-auto ${lead < 0 ? "font-strong" : ""}`}>
        {formatLead(lead)}
      </Td>
      <Td className="max-md:w-full">
        <LeadBar lead={lead} />
      </Td>
    </Tr>
  )
}

type LinkProps = { of: Mentions; source: SourceLead["source"]; scans: number; answersPath: string }

/** The share of the source's answers that mention the brand, as a link to these answers. */
function MentionsLink({ of: { brand, mentioned, share }, source, scans, answersPath }: LinkProps) {
  const query = new URLSearchParams({ domain: source.domain, brand: brand.id, scan: latestScansValue(scans) })
  const counts = `${count(mentioned)} of ${pluralize(source.answers_n, "answer")}`
  return (
    <Link
      href={`${answersPath}?${query}`}
      title={counts}
      aria-label={`${percent(share, 0)}: ${brand.name} in ${counts} with ${source.domain}`}
      className="inline-flex h-6 min-w-6 items-center justify-end hover:underline"
    >
      {percent(share, 0)}
    </Link>
  )
}

/** "+12 points", "−12 points" or "0 points" */
function formatLead(lead: number) {
  const points = formatPoints(lead)
  if (lead > 0) return `+${points}`
  return lead < 0 ? `−${points}` : points
}

/** A bar from the middle of the axis: to the right if you are ahead, and to the left if the competitor is. */
const LeadBar = ({ lead }: { lead: number }) => (
  <span aria-hidden className="relative block h-4 min-w-24">
    <span className="absolute inset-x-0 top-[7.5px] h-px bg-line" />
    <span
      className={`absolute top-1 h-2 rounded-[2px] ${lead < 0 ? "bg-edge" : "bg-accent"}`}
      style={{
        left: `${50 + Math.min(0, lead) * 50}%`,
        width: `${Math.abs(lead) * 50}%`,
      }}
    />
    <span className="absolute top-0 left-1/2 -ml-px h-4 w-0.5 bg-quiet" />
  </span>
)
