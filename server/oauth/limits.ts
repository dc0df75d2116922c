/** Limits the endpoints of the authorization server. Callers are counted by network, because they have no account. */
import "server-only"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { takeRequest } from "@/domain/usage/quotas"
import { originOf } from "../origin"

/** `token` counts by app and network, so that one app cannot block another behind the same address. */
const quotas = {
  authorize: { quota: 30, window_seconds: 60 },
  consent: { quota: 30, window_seconds: 60 },
  register: { quota: 20, window_seconds: 3_600 },
  token: { quota: 60, window_seconds: 60 },
  revoke: { quota: 60, window_seconds: 60 },
}

/** Throws `rate_limited`. */
export async function takeOauthRequest(request: Request, endpoint: keyof typeof quotas, clientId = "") {
  const network = rateLimitKeyOf(originOf(request.headers).ip)
  await takeRequest([{ policy: `oauth-${endpoint}`, id: `${network} ${clientId.slice(0, 500)}`, ...quotas[endpoint] }])
}
