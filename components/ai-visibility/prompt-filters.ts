/** Filters and sort order of the prompt list: the URL parameters of its page, and labels. */
import type { Inputs } from "@/components/api/types"

type Input = Inputs["aiVisibility"]["listPrompts"]

export type PromptQuery = Partial<Record<keyof Input, string>>

export const promptStatuses: Record<NonNullable<Input["status"]>[number], string> = {
  active: "active",
  paused: "paused",
  archived: "archived",
}
export const gapChoices = { true: "gaps only", false: "without gaps" } as const
export const isBrandedChoices = { false: "without your brand's name", true: "with your brand's name" } as const
/** The value of the URL parameter `moved` for prompts with a clear change. The API has a separate filter for them. */
export const clearChanges = "clear"
export const movedChoices = { [clearChanges]: "clear changes", true: "all changes", false: "unchanged" } as const

/** Converts the URL parameters to fields of the operation's input. `moved=clear` is the field `has_clear_change`. */
export const promptFieldsOf = ({ moved, ...query }: PromptQuery): PromptQuery =>
  moved === clearChanges ? { ...query, has_clear_change: "true" } : { ...query, moved }

/** Says what a list filtered by "Change" shows. Null without that filter. */
export function describeMovedFilter({ moved }: PromptQuery): string | null {
  switch (moved) {
    case clearChanges:
      return "Only prompts with a clear change: their visibility changed more since the previous scan than chance explains."
    case "true":
      return "All prompts whose visibility differs from the previous scan. Most small changes are chance. Choose “clear changes” to leave those out."
    case "false":
      return "Only prompts with the same visibility as in the previous scan, or without answers to compare."
    default:
      return null
  }
}

export const promptOrders: Record<NonNullable<Input["sort"]>, string> = {
  visibility: "least visible first",
  "-visibility": "most visible first",
  change: "largest losses first",
  "-change": "largest gains first",
  average_position: "best position first",
  "-average_position": "worst position first",
  "-answers_n": "most answers first",
  answers_n: "fewest answers first",
  text: "A to Z",
  "-text": "Z to A",
  "-created_at": "newest first",
}
