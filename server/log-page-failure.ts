/** Writes a page or a route of Next that failed into the service's own log, so that an outage is two lines there too. */
import "server-only"
import { asProblem } from "@/domain/errors"
import { log } from "@/domain/log"

type Context = { routePath: string; routeType: string }

/** `error.digest` is the reference that the page shows. The path stays out: it holds what the visitor typed, or an invitation. */
export function logPageFailure(error: unknown, { routePath, routeType }: Context) {
  const problem = asProblem(error)
  const digest = (error as { digest?: string } | null)?.digest
  const facts = { route: routePath, kind: routeType, ...(digest && { digest }) }
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem, ...facts }, "a page failed")
  else log.warn({ code: problem.code, ...facts }, `a page was refused: ${problem.message}`)
}
