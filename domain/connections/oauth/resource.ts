/** Checks the resource indicator (RFC 8707): tokens are issued for the MCP endpoint of this installation only. */
import { withoutTrailing } from "@/domain/kernel/text"
import { connectorUrl } from "../settings"
import { OauthError } from "./oauth-error"

/**
 * Returns the resource in the form that is stored. Apps may write it with capital letters in scheme and host, or with a
 * slash at the end. Without the parameter it is the endpoint, because older apps do not send it.
 */
export function requestedResource(resources: readonly string[]): string {
  const connector = connectorUrl()
  if (resources.every((resource) => normalizeResource(resource) === normalizeResource(connector))) return connector
  throw new OauthError("invalid_target", `This server issues tokens for ${connector} only.`)
}

function normalizeResource(resource: string): string | null {
  const url = URL.parse(resource)
  if (!url || resource.includes("#") || url.username || url.password) return null
  return withoutTrailing(url.href, "/")
}
