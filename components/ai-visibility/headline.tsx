/** Shows four metrics of your brand, each with its interval, counts, confidence and previous value. */
import type { ReactNode } from "react"
import {
  bounds,
  confidenceWords,
  count,
  type Figure,
  pluralize,
  position,
  type Row,
  rankBounds,
  share,
} from "./format-metrics"
import { IntervalBar } from "./interval-bar"
import { Verdict } from "./verdict"

export function Headline({ row }: { row: Row }) {
  const before = row.change?.previous
  const hasSentiment = row.sentiment_score.value !== null
  return (
    <dl
      className={`grid grid-cols-2 gap-x-6 gap-y-6 sm:gap-x-8 ${hasSentiment ? "md:grid-cols-3 xl:grid-cols-5" : "lg:grid-cols-4"}`}
    >
      <Item
        name="Visibility"
        what="of answers mention your brand"
        figure={row.visibility}
        before={before?.visibility}
        verdict={<Verdict row={row} />}
      />
      <Item
        name="Share of voice"
        what="of mentions of tracked brands"
        figure={row.share_of_voice}
        before={before?.share_of_voice}
      />
      <Item
        name="Position"
        what="average position in answers, 1 is first"
        figure={row.average_position}
        before={before?.average_position}
        isRank
      />
      <Item
        name="Citation rate"
        what="of answers cite your pages"
        figure={row.citation_rate}
        before={before?.citation_rate}
      />
      {hasSentiment && (
        <Item
          name="Sentiment"
          what="of classified mentions, 50 is neutral, 100 is best"
          figure={hundredth(row.sentiment_score)}
          before={before ? hundredth(before.sentiment_score) : undefined}
          isScore
        />
      )}
    </dl>
  )
}

type ItemProps = {
  name: string
  what: string
  figure: Figure
  before?: Figure | undefined
  verdict?: ReactNode
  isRank?: boolean
  isScore?: boolean
}

/** Converts a score from 0–100 to the axis from 0 to 1. */
const hundredth = ({ value, ci, ...figure }: Figure): Figure => ({
  ...figure,
  value: value === null ? null : value / 100,
  ci: ci && { ...ci, low: ci.low / 100, high: ci.high / 100 },
})
const score = ({ value }: Pick<Figure, "value">) => (value === null ? "–" : (value * 100).toFixed(0))

function Item({ name, what, figure, before, verdict, isRank, isScore }: ItemProps) {
  const format = isRank ? position : isScore ? score : share
  const interval = isRank ? rankBounds(figure) : isScore ? bounds(figure).replace("%", "") : bounds(figure)
  return (
    <div className="min-w-0 border-line border-t pt-3">
      <dt className="font-strong">{name}</dt>
      <dd>
        <span className="figures mt-1 block text-figure">{format(figure)}</span>
        <span className="mb-2 block text-quiet text-small">{what}</span>
        <RankOrShare figure={figure} before={before?.value} isRank={isRank} />
        <span className="figures mt-1.5 block text-table">
          {interval || (figure.value === null && isRank ? "fewer than 5 mentions" : "no interval")}
          {interval && <span className="text-quiet"> · 95% interval</span>}
        </span>
        <span className="figures block text-quiet text-table">
          {isRank || isScore
            ? pluralize(figure.denominator, "mention")
            : `${count(figure.numerator)} of ${count(figure.denominator)}`}
          {" · "}
          {confidenceWords[figure.confidence]}
        </span>
        {before && (
          <span className="figures block text-table">
            {verdict ? <>{verdict} · </> : null}
            <span className="text-quiet">{format(before)} in the previous scan</span>
          </span>
        )}
      </dd>
    </div>
  )
}

/** Positions range from 1 to 10. Lower is better, so the axis is reversed. */
function RankOrShare({
  figure,
  before,
  isRank,
}: {
  figure: Figure
  before?: number | null | undefined
  isRank?: boolean | undefined
}) {
  if (!isRank) return <IntervalBar figure={figure} before={before} />
  const onAxis = (rank: number) => 1 - (Math.min(rank, 10) - 1) / 9
  const { value, ci } = figure
  const reversed = { value: value && onAxis(value), ci: ci && { ...ci, low: onAxis(ci.high), high: onAxis(ci.low) } }
  return <IntervalBar figure={reversed} before={before == null ? null : onAxis(before)} />
}
