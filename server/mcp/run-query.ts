/** Runs the queries of MCP clients: those of tools, resources and completions. */
import "server-only"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { runInCallerQueue } from "../query-queue"
import type { McpCall } from "./call"

/**
 * Runs a query in the queue of its caller, which limits how many run at the same time. If the client disconnects, it
 * stops and throws `request_timeout`.
 */
export async function runQuery<T>({ ctx, signal }: McpCall, query: (ctx: TeamContext) => Promise<T>): Promise<T> {
  const callerId = ctx.actor.kind === "system" ? "" : ctx.actor.id
  try {
    return await runInCallerQueue(callerId, () => query({ ...ctx, signal }))
  } catch (thrown) {
    throw signal.aborted ? new Problem("request_timeout", "The client has disconnected.") : thrown
  }
}
