/**
 * Filters and sort order of the prompt list: the URL parameters of its page, which are fields of the operation's input,
 * and labels.
 */
import type { Inputs } from "@/components/api/types"

type Input = Inputs["aiVisibility"]["listPrompts"]

export type PromptQuery = Partial<Record<keyof Input, string>>

export const promptStatuses: Record<NonNullable<Input["status"]>[number], string> = {
  active: "active",
  paused: "paused",
  archived: "archived",
}
export const isBrandedChoices = { false: "without your brand's name", true: "with your brand's name" } as const
export const movedChoices = { true: "moved", false: "unchanged" } as const
export const gapChoices = { true: "gaps only", false: "without gaps" } as const

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
