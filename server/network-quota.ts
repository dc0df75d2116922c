/** Limits requests without a key or a session, per network. */
import "server-only"
import type { RequestOrigin } from "@/domain/kernel/context"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import type { Quota } from "@/domain/usage/quotas"

export const networkRequestsPerMinute = 120

export const networkQuota = ({ ip }: RequestOrigin): Quota<"network"> => ({
  policy: "network",
  id: rateLimitKeyOf(ip),
  quota: networkRequestsPerMinute,
})
