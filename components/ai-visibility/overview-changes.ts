/** Describes which engines, topics, rivals and other headline metrics changed significantly since the previous scan. */
import { percent } from "@/domain/metrics/format-value"
import {
  differenceOf,
  formatPoints,
  isSignificant,
  previousVisibility,
  type Row,
  sentimentValue,
} from "./format-metrics"

/** One engine or topic, with the name that the sentence uses. `href`: the page that shows it. */
export type Part = { name: string; row: Row; href?: string | undefined }

/** A piece of the sentence: plain text, or a name that links to the page behind it. */
export type Piece = string | { name: string; href: string }

/** "Veloria rose from 31% to 38%": the rival with the largest significant change. Null if no rival has one. */
export function changeOfRival(brands: readonly Row[], hrefOf?: (brandId: string) => string): Piece[] | null {
  const [largest] = brands
    .flatMap((row) => {
      const { brand, change } = row
      if (brand.kind === "own" || !change?.previous || !isSignificant(change.verdict)) return []
      const { difference, isOfCommonPart } = differenceOf(change)
      return [{ row, size: Math.abs(difference ?? 0), isOfCommonPart }]
    })
    .sort((a, b) => b.size - a.size)
  if (!largest) return null
  const { row, size, isOfCommonPart } = largest
  const { id, name } = row.brand
  const change = isOfCommonPart ? `${verbOf(row)} by ${formatPoints(size)} on what both scans asked` : moveOf(row)
  return [hrefOf ? { name, href: hrefOf(id) } : name, ` ${change}`]
}

export const verbOf = ({ change }: Row) => (change?.verdict === "up" ? "rose" : "fell")

/** "rose from 40% to 60%" */
export function moveOf(row: Row): string {
  const [before, now] = formatDistinct(previousVisibility(row) ?? 0, row.visibility.value ?? 0, percent)
  return `${verbOf(row)} from ${before} to ${now}`
}

/** The largest number of engines and topics that the sentence names. */
const maxParts = 3

export function changesOfParts(parts: readonly Part[]): Piece[] {
  const moved = parts.flatMap(({ name, href, row: { visibility, change } }) => {
    if (!change || !isSignificant(change.verdict)) return []
    const now = visibility.value ?? 0
    const before = change.previous?.visibility.value ?? 0
    const { difference, isOfCommonPart } = differenceOf(change)
    const size = isOfCommonPart ? (difference ?? 0) : now - before
    const values = isOfCommonPart ? "prompts of both scans only" : formatMove(before, now)
    const verb = change.verdict === "up" ? "gained" : "lost"
    const pieces: Piece[] = [`${verb} ${formatPoints(size)} on `, href ? { name, href } : name, ` (${values})`]
    return [{ points: Math.round(Math.abs(size) * 100), pieces }]
  })
  if (moved.length === 0) return []
  const namedParts = moved.sort((a, b) => b.points - a.points).slice(0, maxParts)
  return ["You ", ...namedParts.flatMap(({ pieces }, i) => (i > 0 ? [", and ", ...pieces] : pieces)), "."]
}

type MetricName = keyof NonNullable<Row["change"]>["metrics"]

/** A lower position is better, so its verbs say what the change means. `decimals`: those of the headline. */
const metricTexts: Record<MetricName, { name: string; up: string; down: string; decimals: number; isShare: boolean }> =
  {
    share_of_voice: { name: "share of voice", up: "rose", down: "fell", decimals: 0, isShare: true },
    average_position: { name: "average position", up: "worsened", down: "improved", decimals: 1, isShare: false },
    citation_rate: { name: "citation rate", up: "rose", down: "fell", decimals: 0, isShare: true },
    sentiment_score: { name: "sentiment", up: "rose", down: "fell", decimals: 0, isShare: false },
  }

/** The other headline metrics with a verdict of a clear change. Empty if there are none. */
export function changesOfMetrics(own: Row, since: string): string {
  const { metrics, previous } = own.change ?? {}
  const changed = (Object.keys(metricTexts) as MetricName[]).flatMap((name) => {
    const verdict = metrics?.[name]?.verdict
    // The headline has no sentiment below five mentions.
    if (name === "sentiment_score" && metrics?.[name] && sentimentValue(own) === null) return []
    const [before, now] = [previous?.[name]?.value, own[name]?.value]
    if ((verdict !== "up" && verdict !== "down") || before == null || now == null) return []
    const { name: text, isShare, decimals, ...verbs } = metricTexts[name]
    const [from, to] = formatDistinct(before, now, (value, digits) =>
      isShare ? percent(value, decimals + digits) : value.toFixed(decimals + digits),
    )
    return [`your ${text} ${verbs[verdict]} from ${from} to ${to}`]
  })
  if (changed.length === 0) return ""
  return `Since ${since}, ${new Intl.ListFormat("en-GB").format(changed)}.`
}

/** Formats two values with the fewest additional decimals, at most two, that make their texts differ. */
function formatDistinct(before: number, now: number, format: (value: number, moreDigits: number) => string) {
  const digits = [0, 1, 2].find((more) => format(before, more) !== format(now, more)) ?? 2
  return [format(before, digits), format(now, digits)] as const
}

/** "41% to 32%". With one decimal if the difference of the whole percentages is not the rounded difference. */
function formatMove(before: number, now: number): string {
  const isExact =
    Math.abs(Math.round(now * 100) - Math.round(before * 100)) === Math.round(Math.abs(now - before) * 100)
  const decimals = isExact ? 0 : 1
  return `${percent(before, decimals)} to ${percent(now, decimals)}`
}
