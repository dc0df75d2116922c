/** How much each prompt contributed to the change of a brand's visibility between two scans. */
import { pluralize } from "@/domain/kernel/format-count"
import type { BeforeAndAfter, Count } from "./compare-runs"
import { formatPoints, type Row } from "./format-metrics"

/**
 * `change`: the part of the change of visibility that comes from this prompt, as a fraction (-0.06 is -6 points). The
 * parts of all prompts add up to the whole change.
 */
export type Contribution = BeforeAndAfter & { promptId: string; change: number }

/**
 * Returns the contribution of each prompt that has answers in both scans. The largest contribution in the direction of
 * the whole change comes first, and the largest one against it comes last. `rows`: one row of the brand per prompt.
 */
export function contributionsOf(rows: readonly Row[]): Contribution[] {
  const counts = rows.flatMap(({ group, visibility, change }) =>
    group.prompt_id && change?.previous
      ? [{ promptId: group.prompt_id, before: countOf(change.previous.visibility), after: countOf(visibility) }]
      : [],
  )
  const answersBefore = sum(counts.map(({ before }) => before.answers))
  const answersAfter = sum(counts.map(({ after }) => after.answers))
  if (answersBefore === 0 || answersAfter === 0) return []
  const contributions = counts.map((count) => ({
    ...count,
    change: count.after.mentioned / answersAfter - count.before.mentioned / answersBefore,
  }))
  const direction = Math.sign(totalOf(contributions)) || 1
  return contributions.sort((a, b) => direction * (b.change - a.change))
}

const countOf = ({ numerator, denominator }: Pick<Row["visibility"], "numerator" | "denominator">): Count => ({
  mentioned: numerator,
  answers: denominator,
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The change of visibility over all these prompts, as a fraction. */
export const totalOf = (contributions: readonly Contribution[]) => sum(contributions.map(({ change }) => change))

/** The main prompts are the first ones that together explain this share of the change. */
const minMainShare = 0.75
/** With more main prompts, the sentence says that the change is spread over all prompts. */
const maxMainPrompts = 5

/** "2 of 11 prompts account for 12 of the 15 points." `contributions`: in the order of `contributionsOf`. */
export function contributionSentence(contributions: readonly Contribution[]): string {
  const total = totalOf(contributions)
  if (Math.round(Math.abs(total) * 100) === 0) return "Rises and falls of single prompts cancel out."
  let [mainPrompts, explained] = [0, 0]
  while (mainPrompts < contributions.length && explained / total < minMainShare) {
    explained += contributions[mainPrompts]?.change ?? 0
    mainPrompts += 1
  }
  const prompts = pluralize(contributions.length, "prompt")
  if (mainPrompts > maxMainPrompts) return `The change is spread over ${prompts}.`
  const start = `${mainPrompts} of ${prompts} ${mainPrompts === 1 ? "accounts" : "account"} for`
  if (Math.abs(explained) >= Math.abs(total)) return `${start} the whole change.`
  // Both numbers have the decimals of the total: "0.7 of the 0.8 points".
  const decimals = Math.abs(total) < 0.01 ? 1 : 0
  const points = Math.abs(explained * 100).toFixed(decimals)
  const totalPoints = Math.abs(total * 100).toFixed(decimals)
  return points === totalPoints
    ? `${start} nearly the whole change.`
    : `${start} ${points} of the ${formatPoints(total)}.`
}
