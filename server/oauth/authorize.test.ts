import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { acrossTeams, prisma } from "@/prisma/client"
import { authorizationQuery, Browser, redirectUri, registerApp, serveOauth } from "../testing/oauth"

let url: string
let close: () => Promise<void>
let browser: Browser
let app: string
/** An app that the operator registered. */
const operatorApp = "warehouse"
beforeAll(async () => {
  ;({ url, close } = await serveOauth())
  browser = await Browser.open(url)
  app = (await registerApp(url)).client_id
  const client = { client_id: operatorApp, name: "Warehouse", redirect_uris: [redirectUri] }
  vi.stubEnv("SIGNALBOX_MCP_CLIENTS", JSON.stringify([client]))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await close()
})

const latestRequest = () =>
  acrossTeams(() =>
    prisma.oauthRequest.findFirstOrThrow({ where: { client_id: app }, orderBy: { created_at: "desc" } }),
  )

/** The parameters of a redirect to the operator's app. */
async function errorOf(more: Record<string, string | null>) {
  const response = await browser.authorize(operatorApp, more)
  const location = new URL(response.headers.get("location") ?? "none:")
  expect(location.origin + location.pathname).toBe(redirectUri)
  return Object.fromEntries(location.searchParams)
}

describe("an authorization request", () => {
  it("redirects to a consent page, and is stored with its scopes and its resource", async () => {
    const response = await browser.authorize(app, { scope: "data:read data:write" })
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${url}/oauth/consent/[\\w-]{43}$`)),
    ])
    expect(response.headers.get("referrer-policy")).toBe("no-referrer")
    expect(await latestRequest()).toMatchObject({ scopes: ["data:read", "data:write"], resource: `${url}/mcp` })
  })

  it.each([
    [{ scope: null }, ["data:read"]],
    [{ scope: "" }, ["data:read"]],
    [{ scope: "data:write" }, ["data:read", "data:write"]],
    [{ scope: "data:read offline_access openid" }, ["data:read"]],
  ])("with %o asks for the scopes %o", async (more, scopes) => {
    expect((await browser.authorize(app, more)).status).toBe(303)
    expect((await latestRequest()).scopes).toEqual(scopes)
  })

  it.each(["own", "own/", "upper-case"])("accepts the resource of this server, written as %s", async (form) => {
    const written = { own: `${url}/mcp`, "own/": `${url}/mcp/`, "upper-case": `${url.replace("http", "HTTP")}/mcp` }
    expect((await browser.authorize(app, { resource: written[form as "own"] })).headers.get("location")).toMatch(
      /consent/,
    )
    expect((await latestRequest()).resource).toBe(`${url}/mcp`)
  })

  it.each([
    ["no PKCE", { code_challenge: null }, "invalid_request"],
    ["the PKCE method plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["no PKCE method, which means plain", { code_challenge_method: null }, "invalid_request"],
    ["a short challenge", { code_challenge: "too-short" }, "invalid_request"],
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["no response type", { response_type: null }, "invalid_request"],
    ["another response mode", { response_mode: "fragment" }, "invalid_request"],
    ["only unknown scopes", { scope: "admin" }, "invalid_scope"],
    ["another resource", { resource: "https://other.example.com/mcp" }, "invalid_target"],
    ["a resource that is no URL", { resource: "mcp" }, "invalid_target"],
    ["a state with a NUL character", { state: "a\0b" }, "invalid_request"],
    ["a state of 2,001 characters", { state: "s".repeat(2_001) }, "invalid_request"],
  ])(
    "with %s returns an error to an app of the operator, with state and iss, and shows a page for every other app",
    async (_, more: Record<string, string | null>, error) => {
      const state = more["state"] ?? "a state"
      expect(await errorOf(more)).toEqual({ error, error_description: expect.any(String), state, iss: url })
      const response = await browser.authorize(app, more)
      expect([response.status, response.headers.get("location")]).toEqual([400, null])
    },
  )

  it.each(["/api", "", "/mcp/more", "/mcp?a=1"])(
    "with the path %j of this server as resource returns an error to an app of the operator",
    async (path) => {
      expect(await errorOf({ resource: url + path })).toMatchObject({ error: "invalid_target", iss: url })
    },
  )

  it("with a repeated parameter returns an error to an app of the operator", async () => {
    const query = `${authorizationQuery(operatorApp)}&scope=data:read&scope=data:write`
    const response = await browser.get(`/oauth/authorize?${query}`)
    expect(new URL(response.headers.get("location") ?? "").searchParams.get("error")).toBe("invalid_request")
  })

  it.each([
    ["an unknown client", "client_id=mcc_01JD3Y8F5V6Q2K9M4N7P0R1S2T"],
    ["no client", "client_id="],
    ["a redirect URI that is not registered", "redirect_uri=https://evil.example.com/callback"],
    ["a longer path than the registered one", `redirect_uri=${redirectUri}/more`],
    ["another query than the registered one", `redirect_uri=${redirectUri}%3Fa=1`],
    ["two redirect URIs", `redirect_uri=${redirectUri}&redirect_uri=https://evil.example.com`],
    ["a script as redirect URI", "redirect_uri=javascript:alert(1)"],
  ])("with %s gets an error page, and no redirect", async (_, given) => {
    const query = authorizationQuery(app)
    for (const name of new URLSearchParams(given).keys()) query.delete(name)
    const response = await browser.get(`/oauth/authorize?${query}&${given}`)
    expect([response.status, response.headers.get("location")]).toEqual([400, null])
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(await response.text()).not.toContain("<script")
  })

  it.each(["\0", "app\0"])(
    "of an app whose ID contains a NUL character is refused like that of an unknown app",
    async (id) => {
      expect((await browser.authorize(id, {})).status).toBe(400)
    },
  )

  it("may omit the redirect URI when the app registered exactly one", async () => {
    expect((await browser.authorize(app, { redirect_uri: null })).status).toBe(303)
    const { client_id } = await registerApp(url, { redirect_uris: [redirectUri, "https://app.example.com/other"] })
    expect((await browser.authorize(client_id, { redirect_uri: null })).status).toBe(400)
  })

  it("is limited per network", async () => {
    const headers = { "x-forwarded-for": "198.51.100.7" }
    for (let i = 0; i < 30; i++) await browser.get("/oauth/authorize", { headers })
    const response = await browser.get("/oauth/authorize", { headers })
    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true])
  })
})

describe("redirect URIs", () => {
  const redirect = async (registered: string, given: string) => {
    const { client_id } = await registerApp(url, { redirect_uris: [registered] })
    const response = await browser.authorize(client_id, { redirect_uri: given })
    return response.status === 303
  }

  it.each([
    ["http://127.0.0.1/callback", "http://127.0.0.1:52814/callback", true],
    ["http://127.0.0.1:33418/", "http://127.0.0.1:50123/", true],
    ["http://localhost/callback", "http://localhost:3118/callback", true],
    ["http://[::1]/callback", "http://[::1]:3118/callback", true],
    ["http://localhost/callback", "http://127.0.0.1:3118/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:52814/other", false],
    ["http://127.0.0.1/callback", "https://127.0.0.1:52814/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:52814/callback?a=1", false],
    ["http://127.0.0.1/callback", "http://u@127.0.0.1:52814/callback", false],
    ["https://app.example.com/callback", "https://app.example.com:8443/callback", false],
    ["https://app.example.com/callback", "https://APP.example.com/callback", false],
    ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor://anysphere.cursor-mcp/oauth/callback", true],
    ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor://anysphere.cursor-mcp/oauth", false],
  ])("if %s is registered, %s is allowed: %s", async (registered, given, isAllowed) => {
    expect(await redirect(registered, given)).toBe(isAllowed)
  })
})
