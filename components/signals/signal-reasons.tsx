/**
 * The possible causes of a signal: the prompts and other brands of a scan, or the channels and campaigns of a metric.
 */
import { ContributionList, type NamedContribution } from "@/components/ai-visibility/contribution-list"
import { type Contribution, contributionSentence } from "@/components/ai-visibility/contributions"
import { type Row, share } from "@/components/ai-visibility/format-metrics"
import { Verdict } from "@/components/ai-visibility/verdict"
import { Section } from "@/components/frame/section"
import { urlWithQuery } from "@/components/lists/pager"
import { periodLabel } from "@/components/lists/ranges"
import { type Breakdown, breakdownSentence } from "./contribution-text"
import { MetricBreakdown } from "./metric-breakdown"
import type { Signal } from "./signal-labels"

type Prompts = {
  projectId: string
  scanId: string
  engine: string | undefined
  all: Contribution[]
  shown: NamedContribution[]
  others: Contribution[]
}

type Props = {
  prompts: Prompts | null
  /** The other brands in the same scan. */
  brands: Row[] | null
  breakdown: Breakdown | null
  direction: Signal["direction"]
  /** The path of the team. */
  base: string
}

export function SignalReasons({ prompts, brands, breakdown, direction, base }: Props) {
  const rivals = movedAgainst(brands ?? [], direction)
  return (
    <>
      {breakdown && (
        <Section title={`${breakdown.dimension.label}s behind the change`} lead={breakdownLead(breakdown)}>
          <MetricBreakdown breakdown={breakdown} />
        </Section>
      )}
      {prompts && prompts.all.length > 0 && (
        <div className="grid gap-x-12 xl:grid-cols-[minmax(0,1fr)_320px]">
          <Section title="Prompts behind the change" lead={contributionSentence(prompts.all)}>
            <ContributionList
              contributions={prompts.shown}
              others={prompts.others}
              compareHref={(promptId) =>
                urlWithQuery(`${base}/ai-visibility/${prompts.projectId}/prompts/${promptId}/compare`, {
                  after: prompts.scanId,
                  engine: prompts.engine,
                })
              }
            />
          </Section>
          {rivals.length > 0 && (
            <Section title="Other brands in this scan" lead={otherBrandsSentence(rivals, direction)}>
              <BrandList rows={rivals} />
            </Section>
          )}
        </div>
      )}
    </>
  )
}

const breakdownLead = (breakdown: Breakdown) =>
  `${breakdownSentence(breakdown)} Compared with ${periodLabel(breakdown.comparison)}.`

const maxBrands = 6

const BrandList = ({ rows }: { rows: Row[] }) => (
  <ul className="divide-y divide-line border-line border-y text-table">
    {rows.slice(0, maxBrands).map((row) => (
      <li key={row.brand.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
        <bdi className="min-w-0 break-words">{row.brand.name}</bdi>
        <span className="figures text-right">
          {row.change?.previous && (
            <>
              {share(row.change.previous.visibility)} <span aria-hidden>→</span>
              <span className="sr-only">then</span>{" "}
            </>
          )}
          {share(row.visibility)}
          <span className="block">
            <Verdict row={row} />
          </span>
        </span>
      </li>
    ))}
  </ul>
)

type Direction = "up" | "down" | "none"

/** The brands that moved most against `direction` come first. Brands without an earlier value are left out. */
export const movedAgainst = (rows: readonly Row[], direction: Direction): Row[] =>
  rows
    .filter(({ change }) => change?.previous && change.delta_abs !== null)
    .toSorted((a, b) => (direction === "down" ? deltaOf(b) - deltaOf(a) : deltaOf(a) - deltaOf(b)))

const deltaOf = ({ change }: Row) => change?.delta_abs ?? 0

/**
 * "Northpan rose from 51.5% to 62.4%." If the change can be chance, a second sentence says so. `rows`: in the order of
 * `movedAgainst`.
 */
export function otherBrandsSentence(rows: readonly Row[], direction: Direction): string {
  const [verdict, verb, noun] =
    direction === "down" ? (["up", "rose", "rise"] as const) : (["down", "fell", "fall"] as const)
  const moved = rows.filter((row) => (direction === "down" ? deltaOf(row) > 0 : deltaOf(row) < 0))
  const clear = moved.filter(({ change }) => change?.verdict === verdict)
  const [first, second] = clear.length > 0 ? clear : moved
  if (!first) return `No other brand ${verb}.`
  if (clear.length > 2) return `${clear.length} other brands clearly ${verb}.`
  if (clear.length === 2 && second) return `${first.brand.name} and ${second.brand.name} clearly ${verb}.`
  const values = `from ${share(first.change?.previous?.visibility ?? { value: null })} to ${share(first.visibility)}`
  return clear.length === 1
    ? `${first.brand.name} ${verb} ${values}.`
    : `${first.brand.name} ${verb} most, ${values}. This ${noun} can be chance.`
}
