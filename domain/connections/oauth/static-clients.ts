/**
 * Reads the apps that the operator registered: SIGNALBOX_MCP_CLIENTS, a JSON list of objects with client_id, name and
 * redirect_uris, and for confidential clients also secret and token_endpoint_auth_method.
 */
import { z } from "zod"
import { parseJsonSetting } from "@/domain/kernel/json-setting"
import { authMethods, type OauthClient } from "./oauth-client"
import { hashOpaque } from "./opaque-token"
import { maxRedirectUris, redirectUriProblem } from "./redirect-uri"

const redirectUri = z.string().refine((uri) => redirectUriProblem(uri) === null, {
  error: ({ input }) => `is not a valid redirect URI: it ${redirectUriProblem(String(input))}`,
})

const setting = z.array(
  z.strictObject({
    client_id: z.string().regex(/^[\w.-]{3,100}$/, "needs 3 to 100 letters, digits, dots, hyphens or underscores"),
    name: z.string().min(1).max(60),
    redirect_uris: z.array(redirectUri).min(1).max(maxRedirectUris),
    secret: z.string().min(32, "needs at least 32 characters").max(200).optional(),
    token_endpoint_auth_method: z.enum(authMethods).default("client_secret_basic"),
  }),
)

/** The apps by client ID. Throws an Error that explains the mistake when the setting is invalid. */
export function staticClients(text = process.env.SIGNALBOX_MCP_CLIENTS): ReadonlyMap<string, OauthClient> {
  if (cached?.text !== text) cached = { text, clients: parseClients(text) }
  return cached?.clients ?? new Map()
}

/** The setting that was parsed last, so that it is parsed once and not in every request. */
let cached: { text: string | undefined; clients: ReadonlyMap<string, OauthClient> } | undefined

function parseClients(text: string | undefined): ReadonlyMap<string, OauthClient> {
  if (!text) return new Map()
  const apps = parseJsonSetting("SIGNALBOX_MCP_CLIENTS", text, setting)
  return new Map(
    apps.map(({ client_id: id, name, redirect_uris, secret, token_endpoint_auth_method }) => [
      id,
      {
        id,
        kind: "static",
        name,
        redirectUris: redirect_uris,
        authMethod: secret ? token_endpoint_auth_method : "none",
        secretHash: secret ? hashOpaque(secret) : null,
      },
    ]),
  )
}
