/** Converts errors for tRPC. `data.problem` is the same document that REST sends. */
import "server-only"
import { TRPCError } from "@trpc/server"
import { asProblem, Problem } from "@/domain/kernel/errors"
import { logInternalError } from "../log-internal-error"
import { problemDocument } from "../rest/problem-document"

const codes: Record<number, TRPCError["code"]> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  410: "NOT_FOUND",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
}

/** Also logs an internal error. `operation`: the ID of the called operation, for the log. */
export function asTrpcError(thrown: unknown, requestId: string, operation: string): TRPCError {
  const problem = asProblem(thrown)
  logInternalError(problem, { request_id: requestId, operation })
  const code = codes[problem.status] ?? "INTERNAL_SERVER_ERROR"
  return new TRPCError({ code, message: problem.message, cause: problem })
}

/** Returns the problem document of an error. `instance`: the requested path without its query. */
export function describeTrpcError(error: TRPCError, requestId: string, instance: string) {
  const problem = error.cause instanceof Problem ? error.cause : protocolProblem(error)
  return problemDocument(problem, { requestId, instance })
}

/** The Problem of a call that reached no operation: a wrong path or method, or an unreadable body. */
function protocolProblem({ code }: TRPCError): Problem {
  if (code === "NOT_FOUND") return new Problem("route_not_found", "There is no such operation.")
  if (code === "METHOD_NOT_SUPPORTED")
    return new Problem("method_not_allowed", "Use GET for queries and POST for mutations.")
  if (code === "INTERNAL_SERVER_ERROR") return asProblem(null)
  return new Problem("parameter_invalid", "The request is not a valid tRPC call.")
}
