/** Logs each call of REST, tRPC and MCP at level debug, so that its Request-Id can be found in the log. */
import "server-only"
import { log } from "@/domain/kernel/log"

type CallFacts = {
  request_id: string
  method: string
  /**
   * The template of a REST route, the operations of tRPC, or the tool or method of MCP. Never the path or another name,
   * which the caller could make up.
   */
  route: string
  /** The HTTP status. MCP logs 400 for a failed call and 200 for others instead. */
  status: number
  /** By the clock of `performance.now()`. */
  startedAt: number
  team_id?: string | undefined
  /** The trace of the caller, for MCP. */
  trace_id?: string
}

export function logCall({ startedAt, ...facts }: CallFacts) {
  if (!log.isLevelEnabled("debug")) return
  log.debug({ ...facts, ms: Math.round(performance.now() - startedAt) }, "request")
}
