/** Limits requests without a key or a session, per network. */
import "server-only"
import type { Origin } from "@/domain/kernel/context"
import { networkKey } from "@/domain/kernel/network-key"
import type { Quota } from "@/domain/usage/quotas"

export const networkRequestsPerMinute = 120

export const networkQuota = ({ ip }: Origin): Quota<"network"> => ({
  policy: "network",
  id: networkKey(ip),
  quota: networkRequestsPerMinute,
})
