/** Types the URL parameters of the page with the call log, and names the choices of its filters. */
import type { Inputs } from "@/components/api/types"

type CallsInput = Inputs["connections"]["listCalls"]

/**
 * Most are fields of the operation's input. The page also lists the connected apps: `sort` is their order, `order` is
 * the order of the calls, and `calls` is the cursor of the calls.
 */
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
