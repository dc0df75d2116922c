/** The ways to request the data of a page: the curl command, and the name of the MCP tool if the operation has one. */
import "server-only"
import { curlCommand } from "./curl-command"
import { basePath, matchRoute } from "./rest/routes"

/** `path` is relative to /api/v1, for example /clients?limit=25. */
export function apiCall(path: string) {
  const [withoutQuery] = path.split("?")
  return { curl: curlCommand(path), tool: matchRoute(`${basePath}${withoutQuery}`).route.operation.tool?.name }
}
