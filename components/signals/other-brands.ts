/** Which brands moved against the brand of a signal in the same scan. */
import { type Row, share } from "@/components/ai-visibility/format-metrics"

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
