/** Filters and sort order of the prompt list: their URL parameters and the operation's input. */
import type { Inputs } from "@/components/api/types"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"

type Input = Inputs["aiVisibility"]["listPrompts"]

export type PromptQuery = {
  topic?: string
  status?: string
  branded?: string
  gap?: string
  moved?: string
  engine?: string
  tag?: string
  q?: string
  sort?: string
  cursor?: string
}

export const promptStatuses = { active: "active", paused: "paused", archived: "archived" } as const
export const brandedChoices = { false: "without your brand's name", true: "with your brand's name" } as const
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

/** Converts the URL parameters to the operation's input. Ignores unknown values. */
export function promptFilters(
  query: PromptQuery,
  { topics, engines }: { topics: { id: string }[]; engines: string[] },
) {
  const { topic, status, branded, gap, moved, tag, q, sort } = query
  return {
    topic_id: topics.find(({ id }) => id === topic)?.id,
    status: status && Object.hasOwn(promptStatuses, status) ? [status as keyof typeof promptStatuses] : undefined,
    is_branded: yesOrNo(branded),
    gap: yesOrNo(gap),
    moved: yesOrNo(moved),
    engine: engines.find((id) => id === query.engine),
    tag: tag?.slice(0, 100) || undefined,
    q: q?.slice(0, 100) || undefined,
    sort: sortFromQuery(sort, ordersOf(promptOrders)),
  }
}

function yesOrNo(text: string | undefined): boolean | undefined {
  if (text === "true") return true
  return text === "false" ? false : undefined
}
