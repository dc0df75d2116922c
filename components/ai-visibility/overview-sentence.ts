/**
 * Describes how your visibility changed since the previous scan, and which changes are too small to tell from chance.
 */
import { pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { differenceOf, formatPoints, isSignificant, type Row } from "./format-metrics"

/** One engine or topic, with the name that the sentence uses. */
export type Part = { name: string; row: Row }

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

export function overviewSentence({ own, brands, parts, since, earliest = null }: Overview): string {
  const rank = rankAmong(brands, own)
  const current = [`Your visibility is ${formatShare(own.visibility.value)}.`, rank].filter(Boolean).join(" ")
  if (since === null) return `${current} There is no earlier scan to compare it with.`
  // The earlier scan has no answers, for example of the engine that the page is filtered by.
  if (!own.change?.previous) return `${current} The scan of ${since} has no answers to compare.`
  const trend = longTrend(own, earliest)
  const sentences =
    trend && own.change.verdict === "no_clear_change"
      ? [trend, rank, noClearChange(own, since), changesOfParts(parts), chanceLimit(own)]
      : [
          overallChange(own, since),
          rank,
          changesOfParts(parts),
          chanceLimit(own),
          isLatestChange(own, earliest) ? "" : trend,
        ]
  return sentences.filter(Boolean).join(" ")
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

/** Used after the trend, which already states the current visibility. */
const noClearChange = ({ change }: Row, since: string) =>
  `No clear change since ${since}, when it was ${formatShare(change?.previous?.visibility.value)}.`

function overallChange({ visibility, change }: Row, since: string): string {
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

function changesOfParts(parts: readonly Part[]): string {
  const moved = parts.flatMap(({ name, row: { visibility, change } }) => {
    if (change?.verdict !== "up" && change?.verdict !== "down") return []
    const now = visibility.value ?? 0
    const before = change.previous?.visibility.value ?? 0
    const { difference, isOfCommonPart } = differenceOf(change)
    const size = isOfCommonPart ? (difference ?? 0) : now - before
    const values = isOfCommonPart ? "prompts of both scans only" : formatMove(before, now)
    const verb = change.verdict === "up" ? "gained" : "lost"
    return [{ points: Math.round(Math.abs(size) * 100), text: `${verb} ${formatPoints(size)} on ${name} (${values})` }]
  })
  if (moved.length === 0) return ""
  const named = moved.sort((a, b) => b.points - a.points).slice(0, maxParts)
  return `You ${named.map(({ text }) => text).join(", and ")}.`
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
