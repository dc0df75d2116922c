/**
 * The matrix of cited sources and brands: of the answers that cite a source, the share that mentions each brand, and
 * how far you are ahead of the best competitor. The stronger the color of a cell, the larger the share. Phones show
 * your brand and the best competitor.
 */
import type { SourceBrandMatrix } from "@/components/api/types"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { latestScansValue } from "./answer-filters"
import { brandTint } from "./brand-colors"
import { formatPoints } from "./format-metrics"
import { SourceType } from "./source-type"

type Props = {
  matrix: SourceBrandMatrix
  sorting: Sorting
  /** The engine whose answers are counted. Undefined for all engines. */
  engine?: string | undefined
  /** The path of the citations. */
  path: string
  /** The path of the answers. */
  answersPath: string
}

export function SourceBrands({ matrix, sorting, engine, path, answersPath }: Props) {
  const rivals = matrix.brands.filter(({ kind }) => kind !== "own").slice(0, maxRivalColumns)
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  return (
    <Table
      optionsName="sources-and-brands"
      initiallyHidden={rivals
        .slice(defaultRivalColumns)
        .map((_, i) => columnsBeforeRivals + defaultRivalColumns + i + 1)}
      label="Sources and brands"
      isCards
    >
      <thead>
        <tr>
          <SortTh column="domain" sorting={sorting} className={stickySource}>
            Source
          </SortTh>
          <SortTh column="source_class" sorting={sorting}>
            Source type
          </SortTh>
          <SortTh column="answers_n" {...numericColumn}>
            Answers
          </SortTh>
          <SortTh column="own_share" {...numericColumn}>
            You
          </SortTh>
          <Th className="md:hidden" data-phone-only>
            Best competitor
          </Th>
          <SortTh column="lead" sorting={sorting} isNumeric>
            Your lead
          </SortTh>
          {rivals.map(({ id, name }) => (
            <Th key={id} title={name} className={`${numeric} min-w-20 max-w-28 truncate max-md:hidden`}>
              <bdi>{name}</bdi>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sourceLeads(matrix).map((row) => (
          <SourceRow
            key={row.source.domain}
            row={row}
            rivals={row.rivals.slice(0, rivals.length)}
            scans={matrix.scans_n}
            engine={engine}
            path={path}
            answersPath={answersPath}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** The maximum number of columns for competitors. The stylesheet has rules to hide as many columns. */
const maxRivalColumns = 20
/** The number of columns that are shown by default. The user can show the others. */
const defaultRivalColumns = 5
const columnsBeforeRivals = 6
/** Wide tables scroll sideways below the name of the source. */
const stickySource = "md:sticky md:left-0 md:bg-surface"

/** The answers that the matrix counts. */
type CountedAnswers = { scans: number; engine: string | undefined; answersPath: string }
type RowProps = CountedAnswers & { row: SourceLead; rivals: Mentions[]; path: string }

function SourceRow({ row: { source, own, rival, lead }, rivals, path, ...countedAnswers }: RowProps) {
  const { domain, source_class, answers_n } = source
  const linkProps = { source, ...countedAnswers }
  return (
    <Tr>
      <Td className={`min-w-44 max-w-72 wrap-anywhere ${stickySource}`}>
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
      <Td label="you" className={numeric} style={tint(own)}>
        {own?.mentioned ? (
          <MentionsLink of={own} {...linkProps} />
        ) : (
          own && <span className={rival ? "text-danger-text" : "text-quiet"}>none</span>
        )}
      </Td>
      <Td className="max-w-56 md:hidden">
        {rival ? (
          <span className="inline-flex items-center gap-2">
            <bdi className="min-w-0 truncate text-quiet">{rival.brand.name}</bdi>
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
      {rivals.map((mentions) => (
        <Td
          key={mentions.brand.id}
          className={`${numeric} max-md:hidden ${isBest(mentions, rival) ? "font-strong" : ""}`}
          style={tint(mentions)}
        >
          {mentions.mentioned > 0 ? (
            <MentionsLink of={mentions} {...linkProps} />
          ) : (
            <span className="text-quiet">none</span>
          )}
        </Td>
      ))}
    </Tr>
  )
}

/** True if the competitor has the most mentions of all competitors, alone or together with others. */
const isBest = ({ mentioned }: Mentions, rival: Mentions | null) => mentioned > 0 && mentioned === rival?.mentioned

/** The background of a cell, which shows the number of the cell as a color. */
const tint = (mentions: Mentions | null) =>
  mentions?.mentioned ? { backgroundColor: brandTint(mentions.brand.kind === "own", mentions.share) } : undefined

type LinkProps = CountedAnswers & { of: Mentions; source: SourceLead["source"] }

/** The share of the source's answers that mention the brand, as a link to these answers. */
function MentionsLink({ of: { brand, mentioned, share }, source, scans, engine, answersPath }: LinkProps) {
  const query = { cites_domain: source.domain, brand: brand.id, scan: latestScansValue(scans), engine }
  const counts = `${count(mentioned)} of ${pluralize(source.answers_n, "answer")}`
  return (
    <Link
      href={urlWithQuery(answersPath, query)}
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

type Brand = SourceBrandMatrix["brands"][number]
type Source = SourceBrandMatrix["sources"][number]

/** The number of the source's answers that mention the brand, and their share, from 0 to 1. */
type Mentions = { brand: Brand; mentioned: number; share: number }

type SourceLead = {
  source: Source
  own: Mentions | null
  /** Every competitor, in the order of the brands. */
  rivals: Mentions[]
  /** The competitor with the most mentions. Null if no answer mentions one. */
  rival: Mentions | null
  /** The difference of the shares of your brand and of `rival`, from -1 to 1. Negative if the competitor is ahead. */
  lead: number
}

/** The sources in their order, with the counts of every brand. */
export const sourceLeads = ({ brands, sources }: Pick<SourceBrandMatrix, "brands" | "sources">): SourceLead[] =>
  sources.map((source) => leadAt(source, brands))

function leadAt(source: Source, brands: Brand[]): SourceLead {
  const counts = brands.map((brand) => {
    const mentioned = source.mentioned_n[brand.id] ?? 0
    return { brand, mentioned, share: mentioned / source.answers_n }
  })
  const own = counts.find(({ brand }) => brand.kind === "own") ?? null
  const rivals = counts.filter(({ brand }) => brand.kind !== "own")
  const [best] = rivals.toSorted((a, b) => b.mentioned - a.mentioned)
  const rival = best && best.mentioned > 0 ? best : null
  return { source, own, rivals, rival, lead: (own?.share ?? 0) - (rival?.share ?? 0) }
}
