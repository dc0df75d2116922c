/**
 * Resolves a host name to all its addresses, IPv4 first. Queries the name servers directly, so that a look-up blocks no
 * thread and can be canceled.
 */
import { Resolver } from "node:dns/promises"
import { isLoopbackHost } from "./loopback"
import { RequestError } from "./request-errors"

export type Resolve = (hostname: string, timeoutMs: number) => Promise<string[]>

export const resolve = resolver()

/** `nameServers` as "address:port". Default: the name servers of this machine. */
export function resolver(nameServers?: string[]): Resolve {
  return async (hostname, timeoutMs) => {
    // RFC 6761: these names mean this machine and are not looked up.
    if (isLoopbackHost(hostname)) return ["127.0.0.1", "::1"]
    const dns = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 })
    if (nameServers) dns.setServers(nameServers)
    const timer = setTimeout(() => dns.cancel(), timeoutMs)
    const answers = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
    clearTimeout(timer)
    // Fails only if neither address family has an address, because only returned addresses are used.
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    if (addresses.length === 0) throw new RequestError(failureCode(answers))
    return addresses
  }
}

function failureCode(answers: PromiseSettledResult<unknown>[]) {
  const codes = answers.map((answer) => (answer.status === "rejected" ? `${answer.reason?.code}` : "ENODATA"))
  if (codes.some((code) => code === "ETIMEOUT" || code === "ECANCELLED")) return "dns_timeout"
  // Our name servers are unreachable, or this process lacks the resources to query them.
  return codes.every((code) => ownFailures.includes(code)) ? "internal" : "dns_not_found"
}

const ownFailures = ["ECONNREFUSED", "ENOMEM", "EFILE", "ENOTINITIALIZED", "ELOADIPHLPAPI", "EMFILE"]
