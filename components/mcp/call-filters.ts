/**
 * Filters of the log of calls: the URL parameters of its page, which are fields of the operation's input, and labels.
 */
import type { Inputs } from "@/components/api/types"

type CallsInput = Inputs["connections"]["listCalls"]

/** `sort` is the order of the connected apps on the same page, `order` that of the calls, and `calls` their cursor. */
export type CallQuery = Partial<
  Record<
    | Exclude<keyof CallsInput, "limit" | "cursor" | "created_after" | "created_before">
    | ("since" | "at" | "from" | "to" | "calls" | "order"),
    string
  >
>

export const callOrders: Record<NonNullable<CallsInput["sort"]>, string> = {
  "-created_at": "newest first",
  created_at: "oldest first",
  "-duration_ms": "slowest first",
  duration_ms: "fastest first",
}

export const isWriteNames = { false: "reads", true: "changes" } as const
export const failedNames = { false: "without error", true: "failed" } as const
