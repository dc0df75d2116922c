/** Finds the operation for a path. The routes are built once from the table of operations. */
import "server-only"
import { allOperations } from "@/domain"
import { Problem } from "@/domain/kernel/errors"
import type { AnyOperation } from "@/domain/kernel/operation"

export const basePath = "/api/v1"

export type Route = { operation: AnyOperation; template: string; parts: string[] }
export type Match = { route: Route; params: Record<string, string> }

/** Every operation that is available in REST. */
export const routes: Route[] = allOperations.flatMap((operation) =>
  operation.rest
    ? [{ operation, template: basePath + operation.rest.path, parts: operation.rest.path.slice(1).split("/") }]
    : [],
)

const byLength = Map.groupBy(routes, (route) => route.parts.length)

/** The route of `path` with its parameters. Throws `route_not_found`. Fixed words win over parameters. */
export function match(path: string): Match {
  if (!path.startsWith(`${basePath}/`)) throw noRoute()
  const parts = path.slice(basePath.length + 1).split("/")
  let best: Match | undefined
  for (const route of byLength.get(parts.length) ?? []) {
    const params = paramsOf(route.parts, parts)
    if (params && (!best || Object.keys(params).length < Object.keys(best.params).length)) best = { route, params }
  }
  if (best) return best
  throw noRoute()
}

const noRoute = () =>
  new Problem("route_not_found", `The API has no such path. ${basePath}/openapi.json lists every path.`)

function paramsOf(template: string[], parts: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const [i, expected] of template.entries()) {
    const given = parts[i] as string
    if (expected.startsWith("{")) {
      const value = decode(given)
      if (!value || value.includes("\0")) return undefined
      params[expected.slice(1, -1)] = value
    } else if (expected !== given) return undefined
  }
  return params
}

function decode(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
