/** Reads the data of the consent page. Opening the page binds the authorization request to the signed-in user. */
import "server-only"
import { openRequest } from "@/domain/connections/oauth/authorization-request"
import { type ConsentTeam, listConsentTeams } from "@/domain/connections/oauth/consent"
import { findClient } from "@/domain/connections/oauth/find-client"
import { clientHost, isVerified } from "@/domain/connections/oauth/oauth-client"
import { isLoopbackUri, redirectHost } from "@/domain/connections/oauth/redirect-uri"
import { browserIdOf } from "./browser-cookie"

export type ConsentView = {
  appName: string
  appHost: string
  /** True if the operator registered the app. Otherwise the app chose its name, and only `appHost` is certain. */
  isVerified: boolean
  /** Where the user is redirected after the decision: a host, or the URL scheme of an app. */
  returnsTo: string
  /** True if the user returns to a program on their own computer. */
  isOnThisMachine: boolean
  asksForChanges: boolean
  teams: ConsentTeam[]
}

/**
 * Returns null when the request has expired, was already decided, or belongs to another browser or user. Also returns
 * null when its app is no longer known or allowed.
 */
export async function readConsent(
  id: string,
  headers: Pick<Headers, "get">,
  userId: string,
): Promise<ConsentView | null> {
  const browser = browserIdOf(headers)
  const now = new Date()
  const request = browser === null ? null : await openRequest({ id, browser }, userId, now)
  const client = request && (await findClient(request.clientId, now))
  if (!client) return null
  return {
    appName: client.name,
    appHost: clientHost(client, request.redirectUri),
    isVerified: isVerified(client),
    returnsTo: redirectHost(request.redirectUri),
    isOnThisMachine: isLoopbackUri(request.redirectUri),
    asksForChanges: request.scopes.includes("data:write"),
    teams: await listConsentTeams(userId),
  }
}
