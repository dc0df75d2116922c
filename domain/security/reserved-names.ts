/** Host names that a webhook must not use: names of private networks, and Signalbox's own host. */
import { baseUrl } from "@/domain/kernel/base-url"

const specialUse = ["localhost", "local", "internal", "home.arpa", "onion"]

export const isSpecialUseName = (hostname: string) =>
  specialUse.some((name) => hostname === name || hostname.endsWith(`.${name}`))

/** True for Signalbox's own host. A webhook to it could act with internal rights. */
export const isOwnHost = (hostname: string) => hostname === URL.parse(baseUrl())?.hostname
