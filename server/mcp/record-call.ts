/** Logs a call of an MCP client with its result. */
import "server-only"
import { isFailure } from "@/domain/connections/call-result"
import { logConnectionCall } from "@/domain/connections/log-call"
import { logCall } from "../log-call"
import type { McpCall } from "./call"
import { tools } from "./catalogue"

type Called = { method: string; name: string; arguments: unknown; isWrite: boolean }

/** The outcome of a call, with what is logged about it. */
export type Outcome<Result> = {
  /**
   * `ok`, `input_required` if the user is asked to confirm, `declined` if the user refused, or the code of the error.
   */
  code: string
  /** The number of items in the result. */
  rows: number
  /** What the client receives, to log its number of bytes. */
  text: string
} & ({ result: Result } | { thrown: Error })

/** Runs and logs the call. Returns its result, or throws its error. */
export async function recordCall<Result>(
  call: McpCall,
  called: Called,
  work: () => Promise<Outcome<Result>>,
): Promise<Result> {
  const startedAt = performance.now()
  const { code, rows, text, ...outcome } = await work()
  const { ctx, accessToken, clientInfo, protocolVersion, traceId } = call
  // For a change, waits until the log has tried to write it. Reads do not wait.
  await logConnectionCall({
    ...called,
    accessToken,
    clientInfo,
    protocolVersion,
    requestId: ctx.requestId,
    traceId,
    result: code,
    rows,
    bytes: Buffer.byteLength(text),
    durationMs: performance.now() - startedAt,
    ip: ctx.origin.ip,
    at: ctx.now(),
  })
  const status = isFailure(code) ? 400 : 200
  const ids = { request_id: ctx.requestId, team_id: ctx.team.id, ...(traceId !== null && { trace_id: traceId }) }
  const route = called.method === "tools/call" && tools.has(called.name) ? called.name : called.method
  logCall({ ...ids, method: "MCP", route, status, startedAt })
  if ("thrown" in outcome) throw outcome.thrown
  return outcome.result
}
