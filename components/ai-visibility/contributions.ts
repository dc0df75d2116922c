/** How much each prompt contributed to the change of a brand's visibility between two scans. */
import { pluralize } from "@/domain/kernel/format-count"
import { formatPoints, type Row } from "./format-metrics"

type Count = { mentions: number; answers: number }

/**
 * `change`: the part of the change of visibility that comes from this prompt, as a fraction (-0.06 is -6 points). The
 * parts of all prompts add up to the whole change.
 */
export type Contribution = { promptId: string; before: Count; after: Count; change: number }

/**
 * Returns the contributions, those in the direction of the whole change first, largest first. Prompts without answers in
 * one of the scans are left out. `rows`: one row of the brand per prompt.
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
    change: count.after.mentions / answersAfter - count.before.mentions / answersBefore,
  }))
  const direction = Math.sign(totalOf(contributions)) || 1
  return contributions.sort((a, b) => direction * (b.change - a.change))
}

const countOf = ({ numerator, denominator }: Pick<Row["visibility"], "numerator" | "denominator">): Count => ({
  mentions: numerator,
  answers: denominator,
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The change of visibility over all these prompts, as a fraction. */
export const totalOf = (contributions: readonly Contribution[]) => sum(contributions.map(({ change }) => change))

/** The main prompts are those that together explain this share of the change. */
const mainShare = 0.75
/** With more main prompts, the sentence says that the change is spread over many. */
const maxMain = 5

/** "2 of 11 prompts account for 12 of the 15 points." `contributions`: in the order of `contributionsOf`. */
export function contributionSentence(contributions: readonly Contribution[]): string {
  const total = totalOf(contributions)
  if (Math.round(Math.abs(total) * 100) === 0) return "Rises and falls of single prompts cancel out."
  let [main, explained] = [0, 0]
  while (main < contributions.length && explained / total < mainShare) {
    explained += contributions[main]?.change ?? 0
    main += 1
  }
  if (main > maxMain) return `The change is spread over ${pluralize(contributions.length, "prompt")}.`
  const verb = main === 1 ? "accounts" : "account"
  if (Math.abs(explained) >= Math.abs(total))
    return `${main} of ${pluralize(contributions.length, "prompt")} ${verb} for the whole change.`
  const points = Math.round(Math.abs(explained) * 100)
  return `${main} of ${pluralize(contributions.length, "prompt")} ${verb} for ${points} of the ${formatPoints(total)}.`
}
