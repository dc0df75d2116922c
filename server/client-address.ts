/** The caller's address: the socket's, or what the trusted proxies in front of us wrote. */
import "server-only"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"

/** TRUSTED_PROXY_HOPS: how many proxies of yours stand in front; each adds one entry to X-Forwarded-For. */
const trustedHops = () => Number(process.env.TRUSTED_PROXY_HOPS ?? 0)

/** IPv4 addresses that come as ::ffff:a.b.c.d are given as a.b.c.d. */
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
