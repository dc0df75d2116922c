/** Turns what a handler throws into an error that clients may see. */
import "server-only"
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import { asProblem } from "@/domain/kernel/errors"
import { logInternalError } from "../log-internal-error"
import type { McpCall } from "./call"

/**
 * The SDK sends the message of every error to the client. An internal error is therefore logged, and replaced by one
 * that says only how to report it.
 */
export function protocolErrorOf({ ctx }: Pick<McpCall, "ctx">, thrown: unknown): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown
  const problem = asProblem(thrown)
  logInternalError(problem, { request_id: ctx.requestId })
  return new ProtocolError(ProtocolErrorCode.InternalError, problem.message, { request_id: ctx.requestId })
}
