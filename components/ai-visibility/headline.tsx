/** Shows the metrics of your brand, each with its counts, its interval and its change since the previous scan. */
import type { ReactNode } from "react"
import { count, pluralize } from "@/domain/kernel/format-count"
import {
  bounds,
  confidenceLabels,
  type Metric,
  noIntervalLabels,
  position,
  type Row,
  rankBounds,
  sentimentValue,
  share,
} from "./format-metrics"
import { IntervalBar, RankBar } from "./interval-bar"
import { FirstScan, MetricVerdict, Verdict } from "./verdict"

/** The class names of the frame and of each metric. The outer lines are cut off, so only those between metrics show. */
export const headlineFrame = "grid grid-cols-2 overflow-hidden border-line border-y"
export const headlineItem =
  "-mt-px -ml-px min-w-0 border-line border-t border-l px-4 py-4 max-lg:odd:pl-0 sm:px-5 lg:first:pl-0"

/** `row.change` is null for the first scan. */
export function Headline({ row }: { row: Row }) {
  const { previous, metrics } = row.change ?? {}
  const hasSentiment = sentimentValue(row) !== null
  const isFirst = row.change === null
  return (
    <dl className={`${headlineFrame} ${hasSentiment ? "lg:grid-cols-5" : "lg:grid-cols-4"}`}>
      <Item
        isFirst={isFirst}
        name="Visibility"
        counts={`${ratioOf(row.visibility)} answers`}
        metric={row.visibility}
        previous={previous?.visibility}
        change={<Verdict row={row} isBadge />}
      />
      <Item
        isFirst={isFirst}
        name="Share of voice"
        counts={`${ratioOf(row.share_of_voice)} mentions`}
        metric={row.share_of_voice}
        previous={previous?.share_of_voice}
        change={metrics?.share_of_voice && <MetricVerdict row={row} name="share_of_voice" />}
      />
      <Item
        isFirst={isFirst}
        name="Position"
        counts={`${pluralize(row.average_position.denominator, "mention")} · lower is better`}
        metric={row.average_position}
        previous={previous?.average_position}
        change={metrics?.average_position && <MetricVerdict row={row} name="average_position" />}
        scale="rank"
      />
      <Item
        isFirst={isFirst}
        name="Citation rate"
        counts={`${ratioOf(row.citation_rate)} answers`}
        metric={row.citation_rate}
        previous={previous?.citation_rate}
        change={metrics?.citation_rate && <MetricVerdict row={row} name="citation_rate" />}
      />
      {hasSentiment && (
        <Item
          isFirst={isFirst}
          name="Sentiment"
          counts={pluralize(row.sentiment_score.denominator, "mention")}
          metric={toShare(row.sentiment_score)}
          previous={previous ? toShare(previous.sentiment_score) : undefined}
          change={metrics?.sentiment_score && <MetricVerdict row={row} name="sentiment_score" />}
          scale="score"
        />
      )}
    </dl>
  )
}

type ItemProps = {
  name: string
  counts: string
  metric: Metric
  previous?: Metric | undefined
  change?: ReactNode
  isFirst: boolean
  scale?: keyof typeof scales
}

const score = ({ value }: Pick<Metric, "value">) => (value === null ? "–" : (value * 100).toFixed(0))

/** How a value and its interval are shown. A score is given as a share (see `toShare`). */
const scales = {
  share: { format: share, formatInterval: bounds },
  rank: { format: position, formatInterval: rankBounds },
  score: { format: score, formatInterval: (metric: Metric) => bounds(metric).replace("%", "") },
}

/** Converts a score from 0 to 100 to a share, so that it fits the axis. */
const toShare = ({ value, ci, ...metric }: Metric): Metric => ({
  ...metric,
  value: value === null ? null : value / 100,
  ci: ci && { ...ci, low: ci.low / 100, high: ci.high / 100 },
})

const ratioOf = ({ numerator, denominator }: Metric) => `${count(numerator)} of ${count(denominator)}`

const isUncertain = ({ confidence }: Metric) => confidence === "insufficient" || confidence === "low"

/** Says why a metric has no interval. */
function whyNoInterval({ value, no_interval }: Metric, scale: ItemProps["scale"]) {
  if (value === null && scale === "rank") return "fewer than 5 mentions"
  return noIntervalLabels[no_interval ?? "nothing_counted"]
}

function Item({ name, counts, metric, previous, change, isFirst, scale = "share" }: ItemProps) {
  const Bar = scale === "rank" ? RankBar : IntervalBar
  const { format, formatInterval } = scales[scale]
  return (
    <div className={headlineItem}>
      <dt className="text-quiet">{name}</dt>
      <dd>
        <span className="figures mt-0.5 mb-1 block text-figure">{format(metric)}</span>
        <Bar metric={metric} previous={previous?.value} />
        <span className="figures mt-1.5 block text-table">
          {formatInterval(metric) || whyNoInterval(metric, scale)}
          {isUncertain(metric) && <span className="text-quiet"> · {confidenceLabels[metric.confidence]}</span>}
        </span>
        <span className="figures block text-quiet text-small">{counts}</span>
        {isFirst && (
          <span className="mt-2 block text-small">
            <FirstScan isBadge />
          </span>
        )}
        {previous && (
          <span className="figures mt-2 block text-quiet text-small">
            {change && <span className="mb-1 block">{change}</span>}
            previously {format(previous)}
          </span>
        )}
      </dd>
    </div>
  )
}
