/**
 * Creates the random values of OAuth. Only their SHA-256 is stored, which is enough because they have 256 random bits.
 */
import { hash, randomBytes } from "node:crypto"

/** The prefixes let secret scanners recognize a leaked value. */
const prefixes = {
  accessToken: "mcp_at_",
  refreshToken: "mcp_rt_",
  code: "mcp_ac_",
  clientSecret: "mcp_cs_",
  registrationToken: "mcp_reg_",
  /** In the URL of the consent page. */
  request: "",
  /** In the cookie of the browser that started a request. */
  browser: "",
} as const

type OpaqueKind = keyof typeof prefixes
type Bytes = Uint8Array<ArrayBuffer>
export type OpaqueToken = { value: string; hash: Bytes }

export function createOpaqueToken(kind: OpaqueKind): OpaqueToken {
  const value = prefixes[kind] + randomBytes(32).toString("base64url")
  return { value, hash: hashOpaque(value) }
}

export const hashOpaque = (value: string): Bytes => new Uint8Array(hash("sha256", value, "buffer"))

/** True if the value has the prefix and the length of its kind. Whether the value was issued is not checked. */
export const hasTokenFormat = (kind: OpaqueKind, value: string) =>
  value.startsWith(prefixes[kind]) && value.length === prefixes[kind].length + 43
