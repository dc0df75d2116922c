/** Limits the endpoints of the authorization server. Callers are counted by network, because they have no account. */
import "server-only"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { chargeRequest } from "@/domain/usage/quotas"
import { originOf } from "../origin"

/** The limit per network for all client IDs together, because made-up client IDs would avoid the limit per app. */
const allClientsQuota = { quota: 300, window_seconds: 60 }

/**
 * Limits per network. Requests with a client ID are counted per network and app, so that one app cannot block another
 * behind the same address.
 */
const quotas = {
  authorize: { quota: 30, window_seconds: 60 },
  consent: { quota: 30, window_seconds: 60 },
  register: { quota: 20, window_seconds: 3_600 },
  token: { quota: 60, window_seconds: 60 },
  revoke: { quota: 60, window_seconds: 60 },
}

/** Counts a request, or throws `rate_limited`. `clientId`: the ID in the request, which is not authenticated yet. */
export async function chargeOauthRequest(request: Request, endpoint: keyof typeof quotas, clientId = "") {
  const network = rateLimitKeyOf(originOf(request.headers).ip)
  const policy = `oauth-${endpoint}`
  if (clientId) await chargeRequest([{ policy: `${policy}-network`, id: network, ...allClientsQuota }])
  await chargeRequest([
    { policy, id: `${network} ${withoutUnstorableCharacters(clientId).slice(0, 500)}`, ...quotas[endpoint] },
  ])
}
