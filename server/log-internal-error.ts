/** Logs an internal error with its cause, which is never sent to the caller. Other problems are not logged. */
import "server-only"
import type { Problem } from "@/domain/kernel/errors"
import { log } from "@/domain/kernel/log"

/** `facts`: further fields of the log line, such as the request id. */
export function logInternalError(problem: Problem, facts: Record<string, unknown> = {}, message = problem.message) {
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem, ...facts }, message)
}
