/**
 * Describes how your visibility changed since the previous scan, in one sentence, with the evidence: your rank, the
 * engines, topics and other headline metrics that changed, and which changes are too small to tell from chance.
 */
import { pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { differenceOf, formatPoints, isSignificant, previousVisibility, type Row } from "./format-metrics"
import {
  changeOfRival,
  changesOfMetrics,
  changesOfParts,
  moveOf,
  type Part,
  type Piece,
  verbOf,
} from "./overview-changes"

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
  /** The page about a rival, by the id of the brand. */
  rivalHref?: (brandId: string) => string
}

/** `lead`: one sentence. `evidence`: more sentences, each of which is a list item. */
export type OverviewSentence = { lead: Piece[]; evidence: Piece[][] }

export function overviewSentence({
  own,
  brands,
  parts,
  since,
  earliest = null,
  rivalHref,
}: Overview): OverviewSentence {
  const rank = rankAmong(brands, own)
  const current = `Your visibility is ${formatShare(own.visibility.value)}.`
  if (since === null)
    return compose(current, [rank, "This is the first scan, so there is no earlier one to compare it with."])
  // The earlier scan has no answers, for example of the engine that the page is filtered by.
  if (!own.change?.previous) return compose(current, [rank, `The scan of ${since} has no answers to compare.`])

  const { verdict } = own.change
  const rival = changeOfRival(brands, rivalHref)
  const beside: Piece[] = rival ? [", while ", ...rival, "."] : ["."]
  const trend = longTrend(own, earliest)
  const metrics = changesOfMetrics(own, since)
  const others = [changesOfParts(parts), metrics]
  const unchanged = `${metrics ? "Your visibility did not change clearly" : "No clear change"} since ${since}`
  if (verdict === "no_clear_change" && trend) {
    const before = `, when it was ${formatShare(previousVisibility(own))}`
    return compose(trend, [rank, [unchanged, before, inBrackets(chanceLimit(own)), ...beside], ...others])
  }
  if (verdict === "no_clear_change") {
    const values = `: ${metrics ? "it" : "your visibility"} is ${valuesOf(own)}`
    return compose([unchanged, values, inBrackets(chanceLimit(own)), ...beside], [rank, ...others])
  }
  const limit = asSentence(chanceLimit(own))
  const longChange = isLatestChange(own, earliest) ? "" : trend
  if (isSignificant(verdict)) {
    const { change, evidence } = clearChange(own, since)
    return compose([change, ...beside], [evidence, rank, ...others, limit, longChange])
  }
  const rivalSentence: Piece[] = rival ? [`Since ${since}, `, ...rival, "."] : []
  return compose(unknownChange(own, since), [rank, rivalSentence, ...others, limit, longChange])
}

/** Leaves out the empty sentences. */
const compose = (lead: string | Piece[], evidence: (string | Piece[])[]): OverviewSentence => ({
  lead: piecesOf(lead),
  evidence: evidence.filter((sentence) => sentence.length > 0).map(piecesOf),
})

const piecesOf = (sentence: string | Piece[]): Piece[] =>
  typeof sentence === "string" ? [sentence] : sentence.filter((piece) => piece !== "")

const inBrackets = (limit: string) => limit && ` (${limit})`
const asSentence = (limit: string) => limit && `For visibility, ${limit}.`

/**
 * True if visibility changed significantly since the previous scan, and did not change before. The change of the whole
 * trend is then the same change, so the evidence does not repeat it.
 */
function isLatestChange({ change }: Row, earliest: Earliest | null): boolean {
  const before = change?.previous?.visibility.ci
  return isSignificant(change?.verdict) && !!before && !!earliest && areOverlapping(before, earliest)
}

type Interval = { low: number; high: number }
const areOverlapping = (a: Interval, b: Interval) => a.low <= b.high && a.high >= b.low

/** "54%, previously 55%" */
const valuesOf = (row: Row) =>
  `${formatShare(row.visibility.value)}, previously ${formatShare(previousVisibility(row))}`

/** A significant change of your visibility, without the period at its end, and what explains its values. */
function clearChange(own: Row, since: string): { change: string; evidence: string } {
  const { difference, isOfCommonPart } = differenceOf(own.change as NonNullable<Row["change"]>)
  if (!isOfCommonPart) return { change: `Your visibility ${moveOf(own)} since ${since}`, evidence: "" }
  const verb = verbOf(own)
  return {
    change: `On the prompts and engines that both scans asked, your visibility ${verb} by ${formatPoints(difference ?? 0)} since ${since}`,
    evidence: `Over all prompts and engines of each scan, your visibility is ${valuesOf(own)}.`,
  }
}

/** For a verdict that is neither a change nor the lack of one. */
function unknownChange({ visibility, change }: Row, since: string): string {
  const now = formatShare(visibility.value)
  if (change?.verdict === "not_comparable")
    return `Your visibility is ${now}, which cannot be compared with the scan of ${since}, because the prompts or engines changed.`
  return `Your visibility is ${now}, and the scans have too few answers to tell whether it changed.`
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

/**
 * The smallest difference that the test of change can tell from chance. The limit is rounded up, and the values that
 * the sentence shows include prompts and engines that only one scan asked. Where it contradicts these values, it is
 * left out.
 */
function chanceLimit({ visibility, change }: Row): string {
  const interval = change?.delta_ci
  if (!interval) return ""
  const points = Math.ceil(((interval.high - interval.low) / 2) * 100)
  const changedPoints = Math.abs((visibility.value ?? 0) - (change?.previous?.visibility.value ?? 0)) * 100
  if (isSignificant(change?.verdict) !== changedPoints >= points) return ""
  return points === 0 ? "" : `a change of less than ${pluralize(points, "point")} could be chance`
}

/** Says that visibility rose or fell over the whole trend, if the intervals of its ends do not overlap. */
function longTrend({ visibility: { value, ci } }: Row, earliest: Earliest | null): string {
  if (!ci || !earliest || areOverlapping(ci, earliest)) return ""
  const verb = (value ?? 0) > earliest.value ? "rose" : "fell"
  return `Your visibility ${verb} from ${formatShare(earliest.value)} to ${formatShare(value)} since ${earliest.date}.`
}

const formatShare = (value: number | null | undefined) => (value == null ? "unknown" : percent(value, 0))
