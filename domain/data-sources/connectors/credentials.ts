/** Defines the credentials with which Signalbox reads a platform for a team. */
import { z } from "zod"
import { ConnectorError } from "./connector-error"

/** Stored encrypted. */
export const credentials = z.discriminatedUnion("kind", [
  /** Consent that has not been given yet: the verifier of PKCE. */
  z.object({ kind: z.literal("consent"), verifier: z.string() }),
  z.object({ kind: z.literal("oauth"), refresh_token: z.string() }),
  z.object({ kind: z.literal("service_account"), client_email: z.string(), private_key: z.string() }),
  z.object({ kind: z.literal("token"), token: z.string() }),
])
export type Credentials = z.infer<typeof credentials>

/** The access token of platforms whose stored credentials are the access token itself. */
export async function storedToken(stored: Credentials): Promise<string> {
  if (stored.kind === "token") return stored.token
  throw new ConnectorError("authorization_lost")
}
