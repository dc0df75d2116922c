/** Finds the caller's IP address: the socket's, or the one that the trusted proxies in front report. */
import "server-only"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"

/** TRUSTED_PROXY_HOPS: the number of your own proxies in front. Each adds one entry to X-Forwarded-For. */
const trustedHops = () => Number(process.env.TRUSTED_PROXY_HOPS ?? 0)

/** Returns the caller's address. IPv4-mapped addresses (::ffff:a.b.c.d) become a.b.c.d. */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string {
  const hops = trustedHops()
  const forwarded = hops > 0 ? String(headers["x-forwarded-for"] ?? "").split(",") : []
  const named =
    forwarded
      .at(-hops)
      ?.trim()
      .replace(/^::ffff:(?=\d+\.)/i, "") ?? ""
  const address = isIP(named) ? named : (socket.remoteAddress ?? "")
  return address.replace(/^::ffff:(?=\d+\.)/i, "")
}
