/** Reads where a request came from. Trusts only the header that our own front server sets. */
import "server-only"
import type { Origin } from "@/domain/kernel/context"
import { processWide } from "@/domain/kernel/process-wide"

/** Set by the front server on every request. It overwrites what the caller sent under this name. */
export const clientAddressHeader = "x-signalbox-client-address"

/** `isOurs` is true once our own server runs in front. Without it the header cannot be trusted. */
export const front = () => processWide("front", () => ({ isOurs: false }))

export const originOf = (headers: Pick<Headers, "get">): Origin => ({
  ip: front().isOurs ? headers.get(clientAddressHeader) : null,
  userAgent: headers.get("user-agent"),
})
