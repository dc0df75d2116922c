/**
 * Finds where a request came from. The front server takes the caller's address from the socket, or from the trusted
 * proxies in front, and passes it on in a header of its own. The channels trust only that header.
 */
import "server-only"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import type { RequestOrigin } from "@/domain/kernel/context"
import { processWide } from "@/domain/kernel/process-wide"

/** Set by the front server on every request. It overwrites what the caller sent under this name. */
export const clientAddressHeader = "x-signalbox-client-address"

/** `isOurs` is true once our own server runs in front. Without it the header cannot be trusted. */
export const frontServerState = () => processWide("front", () => ({ isOurs: false }))

export const originOf = (headers: Pick<Headers, "get">): RequestOrigin => ({
  ip: frontServerState().isOurs ? headers.get(clientAddressHeader) : null,
  userAgent: headers.get("user-agent"),
})

/** TRUSTED_PROXY_HOPS: the number of your own proxies in front. Each adds one entry to X-Forwarded-For. */
const trustedHops = () => Number(process.env.TRUSTED_PROXY_HOPS ?? 0)

/** Returns the caller's address: the one that the outermost trusted proxy saw, or that of the socket. */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string {
  const hops = trustedHops()
  const forwarded = hops > 0 ? String(headers["x-forwarded-for"] ?? "").split(",") : []
  const forwardedAddress = withoutMapping(forwarded.at(-hops)?.trim() ?? "")
  return isIP(forwardedAddress) ? forwardedAddress : withoutMapping(socket.remoteAddress ?? "")
}

/** Converts an IPv4 address that is mapped into IPv6 (::ffff:a.b.c.d) to a.b.c.d. */
const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "")
