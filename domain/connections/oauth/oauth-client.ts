/** Defines an OAuth client: an app that may ask for access to a team's data. */
import { redirectHost } from "./redirect-uri"

export const authMethods = ["none", "client_secret_basic", "client_secret_post"] as const

export type OauthClient = {
  /** The client ID. */
  id: string
  /**
   * `dcr`: the app registered itself. `cimd`: its ID is the URL of its metadata. `static`: the operator registered it.
   */
  kind: "dcr" | "cimd" | "static"
  name: string
  redirectUris: readonly string[]
  authMethod: (typeof authMethods)[number]
  /** SHA-256 of the secret. Null for public clients. */
  secretHash: Uint8Array | null
}

const maxNameLength = 60

/**
 * The name as the consent page shows it: one line without invisible or direction-changing characters, with which an app
 * could imitate another text.
 */
export function displayName(name: string, fallback: string): string {
  const plain = name
    .toWellFormed()
    .normalize("NFKC")
    .replace(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
  return plain.slice(0, maxNameLength).toWellFormed().trim() || fallback
}

/** True if the operator registered the app. Every other app chose its own name and redirect URIs. */
export const isVerified = ({ kind }: OauthClient): boolean => kind === "static"

/** Returns the host of an app: that of its metadata, or the host or URL scheme that the user returns to. */
export const clientHost = ({ id, kind }: OauthClient, redirectUri: string): string =>
  kind === "cimd" ? new URL(id).hostname : redirectHost(redirectUri)
