/** Returns the host that vouches for an app: the host of its metadata, or the host that the user returns to. */
import type { OauthClient } from "./oauth-client"
import { redirectHost } from "./redirect-uri"

export const clientHost = ({ id, kind }: OauthClient, redirectUri: string): string =>
  kind === "cimd" ? new URL(id).hostname : redirectHost(redirectUri)
