/**
 * The discovery documents of the MCP connector: metadata of the endpoint (RFC 9728) and of the authorization server
 * (RFC 8414).
 */
import "server-only"
import { authMethods } from "@/domain/connections/oauth/oauth-client"
import { connectorUrl } from "@/domain/connections/settings"
import { baseUrl } from "@/domain/kernel/base-url"
import { connectionScopes } from "@/domain/kernel/tool"
import { withCors } from "./cors"

/** All addresses are based on the settings of the installation, never on the request. */
const protectedResourceDocument = () => ({
  resource: connectorUrl(),
  authorization_servers: [baseUrl()],
  // The scopes that clients request first. They request data:write when a tool needs it (step-up authorization).
  scopes_supported: ["data:read"],
  bearer_methods_supported: ["header"],
  resource_name: "Signalbox",
  resource_documentation: `${baseUrl()}/docs/mcp`,
})

const authorizationServerDocument = () => ({
  issuer: baseUrl(),
  authorization_endpoint: `${baseUrl()}/oauth/authorize`,
  token_endpoint: `${baseUrl()}/oauth/token`,
  registration_endpoint: `${baseUrl()}/oauth/register`,
  revocation_endpoint: `${baseUrl()}/oauth/revoke`,
  scopes_supported: connectionScopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  // Claude uses the URL of its metadata as client ID only if this is true and `none` is an authentication method.
  client_id_metadata_document_supported: true,
  service_documentation: `${baseUrl()}/docs/mcp`,
})

const cacheHeaders = { "Cache-Control": "public, max-age=300" }

export const protectedResourceMetadata = withCors("GET", async () =>
  Response.json(protectedResourceDocument(), { headers: cacheHeaders }),
)

export const authorizationServerMetadata = withCors("GET", async () =>
  Response.json(authorizationServerDocument(), { headers: cacheHeaders }),
)

/**
 * Responds with 404 to other well-known paths that apps request, such as that of OpenID Connect. Without it, they would
 * be redirected to the sign-in page.
 */
export const unknownMetadata = withCors("GET", async () =>
  Response.json({ error: "not_found", error_description: "This server has no such document." }, { status: 404 }),
)
