/** Host names that no webhook may point at: those of private networks, and our own. */
import { baseUrl } from "../base-url"

const specialUse = ["localhost", "local", "internal", "home.arpa", "onion"]

export const isSpecialUseName = (hostname: string) =>
  specialUse.some((name) => hostname === name || hostname.endsWith(`.${name}`))

/** A call to ourselves would let a webhook speak with the rights of the inside. */
export const isOwnHost = (hostname: string) => hostname === URL.parse(baseUrl())?.hostname
