/**
 * Decides whether webhooks may be sent to this machine. This is meant for trials. In production it needs a second
 * variable.
 */
import { isLoopbackAddress } from "./address-policy"

/** True with `WEBHOOK_ALLOW_LOOPBACK=1`. In production with a separate Postgres, a second variable must also be set. */
export function allowsLoopback(): boolean {
  const { env } = process
  if (env.WEBHOOK_ALLOW_LOOPBACK !== "1") return false
  const isOwnProduction = env.NODE_ENV === "production" && Boolean(env.DATABASE_URL)
  return !isOwnProduction || env.WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION === "1"
}

/**
 * True for `localhost`, a name under it, and a literal loopback address: hosts that mean this machine without a DNS
 * lookup.
 */
export const isLoopbackHost = (hostname: string) =>
  /^(.+\.)?localhost$/.test(hostname) || isLoopbackAddress(withoutBrackets(hostname))

/** Converts a URL's host to the form that sockets accept: `[::1]` becomes `::1`. */
export const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1")
