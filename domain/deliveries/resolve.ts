/** Every address of a host name, IPv4 first, asked of the name servers themselves: no thread is held, and asking can be ended. */
import { Resolver } from "node:dns/promises"
import { isLoopbackHost } from "../webhooks/loopback"
import { DeliveryFault } from "./delivery-errors"

export type Resolve = (hostname: string, timeoutMs: number) => Promise<string[]>

export const resolve = resolver()

/** `nameServers` as "address:port"; those of the machine unless given. */
export function resolver(nameServers?: string[]): Resolve {
  return async (hostname, timeoutMs) => {
    // RFC 6761: these names mean this machine, and are asked of nobody.
    if (isLoopbackHost(hostname)) return ["127.0.0.1", "::1"]
    const dns = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 })
    if (nameServers) dns.setServers(nameServers)
    const timer = setTimeout(() => dns.cancel(), timeoutMs)
    const answers = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
    clearTimeout(timer)
    // One family that stays silent is no reason to fail: only what was answered, and then checked, is connected to.
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    if (addresses.length === 0) throw new DeliveryFault(reason(answers))
    return addresses
  }
}

function reason(answers: PromiseSettledResult<unknown>[]) {
  const codes = answers.map((answer) => (answer.status === "rejected" ? `${answer.reason?.code}` : "ENODATA"))
  if (codes.some((code) => code === "ETIMEOUT" || code === "ECANCELLED")) return "dns_timeout"
  // Our own name servers cannot be reached, or we have no means left to ask them.
  return codes.every((code) => ours.includes(code)) ? "internal" : "dns_not_found"
}

const ours = ["ECONNREFUSED", "ENOMEM", "EFILE", "ENOTINITIALIZED", "ELOADIPHLPAPI", "EMFILE"]
