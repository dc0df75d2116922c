/** Whether webhooks may go to this machine itself: for trials, never by accident in production. */
import { isLoopbackAddress } from "./address-policy"

/** `WEBHOOK_ALLOW_LOOPBACK=1`; in production with a Postgres of one's own it counts only when said twice. */
export function allowsLoopback(env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.WEBHOOK_ALLOW_LOOPBACK !== "1") return false
  const isOwnProduction = env.NODE_ENV === "production" && Boolean(env.DATABASE_URL)
  return !isOwnProduction || env.WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION === "1"
}

/** `localhost`, a name under it, or a literal loopback address: hosts that name this machine by their very text. */
export const isLoopbackHost = (hostname: string) =>
  /^(.+\.)?localhost$/.test(hostname) || isLoopbackAddress(withoutBrackets(hostname))

/** A host as a URL writes it, as sockets take it: `[::1]` is `::1`. */
export const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1")
