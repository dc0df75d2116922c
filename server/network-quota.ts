/** Limits requests without a key and without a session, by the network that they come from. */
import "server-only"
import type { Origin } from "@/domain/context"
import { networkKey } from "@/domain/usage/network-key"
import type { Quota } from "@/domain/usage/quotas"

export const networkRequestsPerMinute = 120

export const networkQuota = ({ ip }: Origin): Quota<"network"> => ({
  policy: "network",
  id: networkKey(ip),
  quota: networkRequestsPerMinute,
})
