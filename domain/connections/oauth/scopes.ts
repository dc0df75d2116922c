/** Reads the scopes that an app asks for. */
import { type ConnectionScope, connectionScopes } from "@/domain/kernel/tool"
import { OauthError } from "./oauth-error"

/**
 * Returns the known scopes of a `scope` parameter, and always `data:read`. Without the parameter, the request asks for
 * `data:read`. Unknown scopes are ignored, unless there is no other.
 */
export function requestedScopes(scope: string | null): ConnectionScope[] {
  const words = new Set((scope ?? "").split(" ").filter(Boolean))
  const supported = connectionScopes.filter((name) => words.has(name))
  if (words.size > 0 && supported.length === 0)
    throw new OauthError("invalid_scope", `The scopes of this server are ${connectionScopes.join(" and ")}.`)
  return connectionScopes.filter((name) => name === "data:read" || supported.includes(name))
}

/**
 * Returns the scopes of a refreshed access token: those of the connection, or fewer if the app asks for fewer. Throws
 * `invalid_scope` if it asks for more.
 */
export function narrowedScopes(scope: string | null, granted: readonly ConnectionScope[]): ConnectionScope[] {
  if (scope === null || scope === "") return [...granted]
  const requested = requestedScopes(scope)
  if (requested.some((name) => !granted.includes(name)))
    throw new OauthError("invalid_scope", "The user did not allow this scope. Ask again with an authorization request.")
  return requested
}
