/**
 * Describes how your visibility and your other headline metrics changed since the previous scan, and which changes are
 * too small to tell from chance.
 */
import { pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { differenceOf, formatPoints, isSignificant, type Row, sentimentValue } from "./format-metrics"

/** One engine or topic, with the name that the sentence uses. `href`: the page that shows it. */
export type Part = { name: string; row: Row; href?: string | undefined }

/** A piece of the sentence: plain text, or a name that links to the page behind it. */
export type Piece = string | { name: string; href: string }

/** The sentence without its links. */
export const textOf = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.name)).join("")

/** Your visibility at the start of the trend. `date`: such as "7 Oct 2026". */
export type Earliest = { value: number; low: number; high: number; date: string }

type Overview = {
  own: Row
  brands: Row[]
  parts: Part[]
  /** The date of the previous scan, such as "17 Nov 2026". Null without one. */
  since: string | null
  earliest?: Earliest | null
}

export function overviewSentence({ own, brands, parts, since, earliest = null }: Overview): Piece[] {
  const rank = rankAmong(brands, own)
  const current = [`Your visibility is ${formatShare(own.visibility.value)}.`, rank].filter(Boolean).join(" ")
  if (since === null) return [`${current} This is the first scan, so there is no earlier one to compare it with.`]
  // The earlier scan has no answers, for example of the engine that the page is filtered by.
  if (!own.change?.previous) return [`${current} The scan of ${since} has no answers to compare.`]
  const trend = longTrend(own, earliest)
  const metrics = changesOfMetrics(own, since)
  const hasOtherChange = metrics !== ""
  const changes = [changesOfParts(parts), metrics, chanceLimit(own)]
  const sentences =
    trend && own.change.verdict === "no_clear_change"
      ? [trend, rank, noClearChange(own, since, hasOtherChange), ...changes]
      : [overallChange(own, since, hasOtherChange), rank, ...changes, isLatestChange(own, earliest) ? "" : trend]
  return sentences
    .filter((sentence) => sentence.length > 0)
    .flatMap((sentence, i): Piece[] => [
      ...(i > 0 ? [" "] : []),
      ...(typeof sentence === "string" ? [sentence] : sentence),
    ])
}

/**
 * True if visibility changed significantly since the previous scan, and did not change before. The change of the whole
 * trend is then the same change, so the sentence does not repeat it.
 */
function isLatestChange({ change }: Row, earliest: Earliest | null): boolean {
  const before = change?.previous?.visibility.ci
  return isSignificant(change?.verdict) && !!before && !!earliest && areOverlapping(before, earliest)
}

type Interval = { low: number; high: number }
const areOverlapping = (a: Interval, b: Interval) => a.low <= b.high && a.high >= b.low

/**
 * Used after the trend, which already states the current visibility. `hasOtherChange`: another metric changed clearly,
 * so "no clear change" must name visibility.
 */
const noClearChange = ({ change }: Row, since: string, hasOtherChange: boolean) =>
  `${hasOtherChange ? "Your visibility did not change clearly" : "No clear change"} since ${since}, when it was ${formatShare(change?.previous?.visibility.value)}.`

/** `hasOtherChange`: see `noClearChange`. */
function overallChange({ visibility, change }: Row, since: string, hasOtherChange: boolean): string {
  const now = formatShare(visibility.value)
  const before = formatShare(change?.previous?.visibility.value)
  const { difference, isOfCommonPart } = change ? differenceOf(change) : { difference: null, isOfCommonPart: false }
  if (isOfCommonPart) {
    const verb = change?.verdict === "up" ? "rose" : "fell"
    return `Your visibility is ${now}, previously ${before}. On the prompts and engines that both scans asked, it ${verb} by ${formatPoints(difference ?? 0)} since ${since}.`
  }
  switch (change?.verdict) {
    case "up":
      return `Your visibility rose from ${before} to ${now} since ${since}.`
    case "down":
      return `Your visibility fell from ${before} to ${now} since ${since}.`
    case "not_comparable":
      return `Your visibility is ${now}. The scan of ${since} cannot be compared, because the prompts or engines changed.`
    case "insufficient":
      return `Your visibility is ${now}. The scans have too few answers to tell whether it changed.`
    default:
      if (hasOtherChange)
        return `Your visibility did not change clearly since ${since}: it is ${now}, previously ${before}.`
      return `No clear change since ${since}: your visibility is ${now}, previously ${before}.`
  }
}

/** Your rank by visibility: "You are second of 5 brands, 7 points behind Alpenrad." Empty without competitors. */
function rankAmong(brands: readonly Row[], own: Row): string {
  const ownPercent = wholePercent(own)
  const rivals = brands.filter(({ brand }) => brand.kind !== "own").sort((a, b) => wholePercent(b) - wholePercent(a))
  const [leader] = rivals
  if (!leader || own.visibility.value === null) return ""
  const ahead = rivals.filter((row) => wholePercent(row) > ownPercent).length
  const place = `You are ${ordinal(ahead + 1)} of ${rivals.length + 1} brands`
  const difference = ownPercent - wholePercent(leader)
  if (difference === 0) return `${place}, level with ${leader.brand.name}.`
  return `${place}, ${formatPoints(difference / 100)} ${difference > 0 ? "ahead of" : "behind"} ${leader.brand.name}.`
}

/** Visibility in whole percent, as the sentence shows it. */
const wholePercent = ({ visibility: { value } }: Row) => Math.round((value ?? 0) * 100)

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
const ordinal = (place: number) => ordinals[place - 1] ?? `number ${place}`

/** The largest number of engines and topics that the sentence names. */
const maxParts = 3

function changesOfParts(parts: readonly Part[]): Piece[] {
  const moved = parts.flatMap(({ name, href, row: { visibility, change } }) => {
    if (change?.verdict !== "up" && change?.verdict !== "down") return []
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
  const named = moved.sort((a, b) => b.points - a.points).slice(0, maxParts)
  return ["You ", ...named.flatMap(({ pieces }, i) => (i > 0 ? [", and ", ...pieces] : pieces)), "."]
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
function changesOfMetrics(own: Row, since: string): string {
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

/**
 * A difference below the combined half-widths of both intervals can be chance. The verdict comes from another test, so
 * the limit is left out where the two disagree.
 */
function chanceLimit({ visibility, change }: Row): string {
  const now = visibility.ci
  const before = change?.previous?.visibility.ci
  if (!now || !before || change?.verdict === "not_comparable") return ""
  const points = Math.ceil(Math.hypot((now.high - now.low) / 2, (before.high - before.low) / 2) * 100)
  const changedPoints = Math.abs((visibility.value ?? 0) - (change?.previous?.visibility.value ?? 0)) * 100
  if (isSignificant(change?.verdict) !== changedPoints >= points) return ""
  return points === 0 ? "" : `For visibility, a change of less than ${pluralize(points, "point")} could be chance.`
}

/** Says that visibility rose or fell over the whole trend, if the intervals of its ends do not overlap. */
function longTrend({ visibility: { value, ci } }: Row, earliest: Earliest | null): string {
  if (!ci || !earliest || areOverlapping(ci, earliest)) return ""
  const verb = (value ?? 0) > earliest.value ? "rose" : "fell"
  return `Your visibility ${verb} from ${formatShare(earliest.value)} to ${formatShare(value)} since ${earliest.date}.`
}

const formatShare = (value: number | null | undefined) => (value == null ? "unknown" : percent(value, 0))
