/** Writes the sentence that opens a project's overview. */
import type { Row } from "@/components/ai-visibility/format-metrics"
import { type Earliest, overviewSentence } from "@/components/ai-visibility/overview-sentence"
import type { Trend } from "@/components/ai-visibility/trend"
import { dayAt } from "@/components/days"
import { formatDate } from "@/components/format-date"
import { urlWithQuery } from "@/components/lists/pager"
import { engineName } from "@/domain/ai-engines/engine-names"
import type { readOverview } from "./read-overview"

type Metrics = NonNullable<Awaited<ReturnType<typeof readOverview>>["metrics"]>

/** `scanNames`: the names of the scans by id. `scanId`: the scan of the metrics. `isLatest`: it is the latest one. */
type SentenceContext = {
  scanNames: Record<string, string>
  scanId: string
  isLatest: boolean
  path: string
  query: Record<string, string | undefined>
}

/** The sentence about your brand in the chosen scan, with links to the engines, topics and rivals that it names. */
export function writeSentence(
  own: Row,
  { brands, engines, topics, previous, trend, engine }: Metrics,
  { scanNames, scanId, isLatest, path, query }: SentenceContext,
) {
  return overviewSentence({
    own,
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
              // The list of prompts is about the latest scan.
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
    earliest: earliestOf(trend, previous),
    // The list of answers shows the latest scan by default.
    rivalHref: (brand) => urlWithQuery(`${path}/answers`, { brand, engine, scan: isLatest ? undefined : scanId }),
  })
}

/** The start of the trend, if all of it can be compared, and it is on an earlier day than the previous scan. */
function earliestOf(
  { points, lines, breaks }: Trend,
  previous: { finished_at: string | null } | null,
): Earliest | null {
  const [first] = points
  const own = lines.find(({ isOwn }) => isOwn)
  const value = own && first?.values[own.id]
  if (!first?.band || value == null || breaks.length > 0) return null
  const [day, previousDay = ""] = [dayAt(first.at), previous?.finished_at?.slice(0, 10)]
  if (day >= previousDay) return null
  return { value, low: first.band[0], high: first.band[1], date: formatDate(new Date(first.at), "UTC") }
}
