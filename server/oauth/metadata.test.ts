import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serveOauth } from "../testing/oauth"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveOauth())
})
afterAll(() => close())

describe("the metadata of the authorization server", () => {
  it("is complete, with addresses from the settings and not from the request", async () => {
    const headers = { host: "evil.example.com", "x-forwarded-host": "evil.example.com" }
    const response = await fetch(`${url}/.well-known/oauth-authorization-server`, { headers })
    expect(await response.json()).toEqual({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      revocation_endpoint: `${url}/oauth/revoke`,
      scopes_supported: ["data:read", "data:write"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${url}/docs/mcp`,
    })
  })
})

describe("the metadata of the MCP endpoint", () => {
  it.each(["", "/mcp"])("is at oauth-protected-resource%s", async (path) => {
    const response = await fetch(`${url}/.well-known/oauth-protected-resource${path}`)
    expect(response.headers.get("content-type")).toBe("application/json")
    expect(await response.json()).toEqual({
      resource: `${url}/mcp`,
      authorization_servers: [url],
      scopes_supported: ["data:read"],
      bearer_methods_supported: ["header"],
      resource_name: "Signalbox",
      resource_documentation: `${url}/docs/mcp`,
    })
  })
})

describe("well-known paths", () => {
  it.each(["openid-configuration", "oauth-authorization-server/mcp", "openid-configuration/mcp"])(
    "%s does not exist",
    async (path) => {
      expect((await fetch(`${url}/.well-known/${path}`, { redirect: "manual" })).status).toBe(404)
    },
  )
})

describe("browsers of other origins", () => {
  it.each([
    ["/.well-known/oauth-authorization-server", "GET"],
    ["/.well-known/oauth-protected-resource/mcp", "GET"],
    ["/oauth/register", "POST"],
    ["/oauth/token", "POST"],
    ["/oauth/revoke", "POST"],
  ])("may call %s", async (path, method) => {
    const preflight = await fetch(url + path, { method: "OPTIONS", headers: { origin: "http://localhost:6274" } })
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"])
    expect(preflight.headers.get("access-control-allow-methods")).toContain(method)
    const response = await fetch(url + path, { method, headers: { origin: "http://localhost:6274" } })
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(response.headers.get("access-control-allow-credentials")).toBeNull()
  })

  it("may not read the response of the authorization endpoint", async () => {
    const response = await fetch(`${url}/oauth/authorize`, { headers: { origin: "http://localhost:6274" } })
    expect(response.headers.get("access-control-allow-origin")).toBeNull()
  })
})
