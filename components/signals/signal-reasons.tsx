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
import { movedAgainst, otherBrandsSentence } from "./other-brands"
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
