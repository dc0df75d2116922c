/** Where a request came from: only our own front server may say it, never the caller. */
import "server-only"
import type { Origin } from "@/domain/context"
import { processWide } from "@/domain/process-wide"

/** Set by server/main.ts on every request, after removing what the caller sent under this name. */
export const clientAddressHeader = "x-signalbox-client-address"

/** True once our own server stands in front; without it nobody vouches for the header. */
export const front = () => processWide("front", () => ({ isOurs: false }))

export const originOf = (headers: Pick<Headers, "get">): Origin => ({
  ip: front().isOurs ? headers.get(clientAddressHeader) : null,
  userAgent: headers.get("user-agent"),
})
