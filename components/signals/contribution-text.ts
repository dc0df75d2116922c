/** Describes the change of a metric and the parts that caused it. */
import type { Data } from "@/components/api/types"
import { pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"

export type Breakdown = NonNullable<Data<"signals", "getContributions">>
type Values = { before: number; after: number }

export const changeOf = ({ before, after }: Values) => after - before

/** A part with a smaller share of the change does not account for it alone. */
const minShare = 0.25

/** "Paid Search accounts for 70% of the fall." `breakdown.parts`: the largest part of the change comes first. */
export function breakdownSentence({
  total,
  parts,
  dimension,
}: Pick<Breakdown, "total" | "parts" | "dimension">): string {
  const change = changeOf(total)
  const word = change < 0 ? "fall" : "rise"
  const [first] = parts
  const share = first ? changeOf(first) / change : 0
  if (!first || share < minShare) return `The ${word} is spread over ${pluralize(parts.length, nounOf(dimension))}.`
  const name = nameOf(first.name)
  return share >= 0.995
    ? `${name} accounts for the whole ${word}.`
    : `${name} accounts for ${percent(share, 0)} of the ${word}.`
}

/** "channel", "campaign" or "source" */
export const nounOf = ({ label }: Breakdown["dimension"]) => label.toLowerCase()

/** Sources leave the value empty for what they do not know. */
export const nameOf = (value: string) => (value === "" ? "Unknown" : value)
