/**
 * Logs failures of Next's pages and routes to our own log, which writes two lines per outage of a dependency: its start
 * and its end.
 */
import "server-only"
import { asProblem } from "@/domain/kernel/errors"
import { log } from "@/domain/kernel/log"

type Context = { routePath: string; routeType: string }

/**
 * `error.digest` contains the request id that the page shows (server/caller.ts). The path is not logged, because it
 * contains user input or an invitation token.
 */
export function logPageFailure(error: unknown, { routePath, routeType }: Context) {
  const problem = asProblem(error)
  const digest = (error as { digest?: string } | null)?.digest
  const facts = { route: routePath, kind: routeType, ...(digest && { digest }) }
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem, ...facts }, "page request failed")
  else log.warn({ code: problem.code, ...facts }, `page request refused: ${problem.message}`)
}
