/** Writes the first sentence of a project's overview. */
import type { Row } from "@/components/ai-visibility/format-metrics"
import { type Earliest, overviewSentence } from "@/components/ai-visibility/overview-sentence"
import type { Trend } from "@/components/ai-visibility/trend"
import { dayAt } from "@/components/days"
import { formatDate } from "@/components/format-date"
import { urlWithQuery } from "@/components/lists/pager"
import { engineName } from "@/domain/ai-engines/engine-names"
import type { readOverview } from "./read-overview"

type Metrics = NonNullable<Awaited<ReturnType<typeof readOverview>>["metrics"]>

type SentenceContext = {
  /** The names of the scans by id. */
  scanNames: Record<string, string>
  /** The scan of the metrics. */
  scanId: string
  isLatest: boolean
  /** The path of the overview. */
  path: string
  query: Record<string, string | undefined>
}

/** Returns the sentence about your brand in one scan, with links to the engines, topics and competitors it names. */
export function writeSentence(
  ownRow: Row,
  { brands, engines, topics, previous, trend, engine }: Metrics,
  { scanNames, scanId, isLatest, path, query }: SentenceContext,
) {
  return overviewSentence({
    own: ownRow,
    brands,
    parts: [
      ...engines.map(({ id, row }) => ({
        name: engineName(id),
        row,
        href: id === engine ? undefined : urlWithQuery(path, { ...query, engine: id }),
      })),
      ...topics.flatMap(({ id, name, row }) =>
        name === null
          ? []
          : {
              name,
              row,
              // The list of prompts shows only the latest scan.
              href: isLatest
                ? urlWithQuery(`${path}/prompts`, {
                    topic_id: id,
                    engine,
                    sort: row.change?.verdict === "up" ? "-change" : "change",
                  })
                : undefined,
            },
      ),
    ],
    since: previous && (scanNames[previous.id] ?? null),
    earliest: findEarliest(trend, previous),
    // The list of answers shows the latest scan by default.
    rivalHref: (brand) => urlWithQuery(`${path}/answers`, { brand, engine, scan: isLatest ? undefined : scanId }),
  })
}

/**
 * Returns the first value of the trend. Null if the trend has breaks, or if it does not start before the day of the
 * previous scan.
 */
function findEarliest(
  { points, lines, breaks }: Trend,
  previous: { finished_at: string | null } | null,
): Earliest | null {
  const [first] = points
  const ownLine = lines.find(({ isOwn }) => isOwn)
  const value = ownLine && first?.values[ownLine.id]
  if (!first?.band || value == null || breaks.length > 0) return null
  const previousDay = previous?.finished_at?.slice(0, 10)
  if (!previousDay || dayAt(first.at) >= previousDay) return null
  return { value, low: first.band[0], high: first.band[1], date: formatDate(new Date(first.at), "UTC") }
}
