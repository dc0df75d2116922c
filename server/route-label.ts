/** Labels a request for the metrics with its route's template, never with an address that contains ids or team names. */
import "server-only"
import { basePath, match } from "./rest/routes"

export function routeLabel(url: string): string {
  const [path = "/"] = url.split("?", 1)
  if (path.startsWith(`${basePath}/`)) return templateOf(path)
  return others.find((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ?? "page"
}

function templateOf(path: string) {
  if (path === `${basePath}/openapi.json`) return path
  try {
    return match(path).route.template
  } catch {
    return `${basePath}/(none)`
  }
}

const others = [
  "/api/trpc",
  "/api/auth",
  "/api/inngest",
  "/mcp",
  "/oauth",
  "/.well-known",
  "/_next",
  "/docs",
  "/healthz",
  "/readyz",
  "/metrics",
]
