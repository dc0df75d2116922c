/** Decides whether webhooks may be sent to this machine. Off by default, because it is for trials. */
import { isLoopbackAddress } from "./address-policy"

/**
 * True with WEBHOOK_ALLOW_LOOPBACK=1. With NODE_ENV=production and a DATABASE_URL,
 * WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION=1 is also required.
 */
export function allowsLoopback(): boolean {
  const { env } = process
  if (env.WEBHOOK_ALLOW_LOOPBACK !== "1") return false
  const isProductionWithDatabase = env.NODE_ENV === "production" && Boolean(env.DATABASE_URL)
  return !isProductionWithDatabase || env.WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION === "1"
}

/** True for `localhost`, a name under it, and a literal loopback address. Does not resolve DNS. */
export const isLoopbackHost = (hostname: string) =>
  /^(.+\.)?localhost$/.test(hostname) || isLoopbackAddress(withoutBrackets(hostname))

/** Converts a URL's host to the form that sockets accept: `[::1]` becomes `::1`. */
export const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1")
