/**
 * Logs errors of Next's pages and routes with our logger. During an outage of a dependency, the logger writes two
 * lines, for its start and its end, instead of one per error.
 */
import "server-only"
import { asProblem } from "@/domain/kernel/errors"
import { log } from "@/domain/kernel/log"

type RouteContext = { routePath: string; routeType: string }

/**
 * `error.digest` contains the request id that the page shows (server/caller.ts). The path is not logged, because it
 * contains user input or an invitation token.
 */
export function logPageFailure(error: unknown, { routePath, routeType }: RouteContext) {
  const problem = asProblem(error)
  const digest = (error as { digest?: string } | null)?.digest
  const facts = { route: routePath, kind: routeType, ...(digest && { digest }) }
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem, ...facts }, "page request failed")
  else log.warn({ code: problem.code, ...facts }, `page request refused: ${problem.message}`)
}
