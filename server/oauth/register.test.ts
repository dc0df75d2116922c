import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { retention } from "@/domain/operating/retention"
import { acrossTeams, prisma } from "@/prisma/client"
import { Browser, exchange, post, redirectUri, refreshTokens, registerApp, serveOauth } from "../testing/oauth"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveOauth())
})
afterAll(() => close())

const json = { "content-type": "application/json" }
async function register(metadata: unknown) {
  const response = await post(`${url}/oauth/register`, JSON.stringify(metadata), json)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe("registration", () => {
  it("returns an ID without a secret for a public app, and ignores what it does not know", async () => {
    const more = { scope: "data:read data:write", application_type: "native", logo_uri: "javascript:alert(1)" }
    const { status, body } = await register({
      client_name: "Claude",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      ...more,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      client_id: expect.stringMatching(/^mcc_/),
      client_id_issued_at: expect.any(Number),
      client_name: "Claude",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      registration_access_token: expect.stringMatching(/^mcp_reg_/),
      registration_client_uri: `${url}/oauth/register/${body["client_id"]}`,
    })
  })

  it("returns a secret for an app that names no method, as RFC 7591 says", async () => {
    const { body } = await register({ redirect_uris: [redirectUri] })
    expect(body).toMatchObject({
      token_endpoint_auth_method: "client_secret_basic",
      client_secret: expect.stringMatching(/^mcp_cs_/),
      client_secret_expires_at: 0,
      client_name: "app.example.com",
    })
  })

  it("can be read with its registration token, and with no other", async () => {
    const { body } = await register({ redirect_uris: [redirectUri] })
    const read = async (token: unknown) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(String(body["registration_client_uri"]), { headers })
      return { status: response.status, body: await response.json() }
    }
    const own = await read(body["registration_access_token"])
    expect(own).toMatchObject({ status: 200, body: { client_id: body["client_id"] } })
    expect(own.body).not.toHaveProperty("client_secret")
    expect((await read(`mcp_reg_${"0".repeat(43)}`)).status).toBe(401)
  })

  it("removes invisible and direction-changing characters from the name", async () => {
    const { body } = await register({
      redirect_uris: [redirectUri],
      client_name: "Cl\u200bau\u202ede\n by\u0000  Anthropic",
    })
    expect(body["client_name"]).toBe("Cl au de by Anthropic")
  })

  it.each([
    ["no redirect URI", { redirect_uris: [] }, "invalid_redirect_uri"],
    [
      "11 redirect URIs",
      { redirect_uris: Array.from({ length: 11 }, (_, i) => `${redirectUri}/${i}`) },
      "invalid_redirect_uri",
    ],
    [
      "a URI of 2,001 characters",
      { redirect_uris: [`https://a.example/${"x".repeat(1_983)}`] },
      "invalid_redirect_uri",
    ],
    ["another authentication method", { token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
    ["only the implicit grant", { grant_types: ["implicit"] }, "invalid_client_metadata"],
  ])("is refused with %s", async (_, more, error) => {
    const { status, body } = await register({ redirect_uris: [redirectUri], ...more })
    expect([status, body["error"]]).toEqual([400, error])
  })

  it.each([
    "http://app.example.com/callback",
    "http://192.168.1.7/callback",
    "http://localhost.example.com/callback",
    "https://user@app.example.com/callback",
    "https://app.example.com/callback#fragment",
    "https://*.example.com/callback",
    "javascript:alert(1)",
    "data:text/html,hello",
    "file:///etc/passwd",
    "blob:https://app.example.com/1",
    "about:blank",
    "ftp://app.example.com/",
    "ws://localhost/",
    "vbscript:x",
    "java\tscript:alert(1)",
    "ms-settings:privacy",
    "MS-Word:ofe|u|https://evil.example.com/a.docx",
    "search-ms:query=invoice&crumb=location:evil.example.com",
    "itms-services://?action=download-manifest&url=https://evil.example.com/a.plist",
    "itms-apps://apps.apple.com/app/id1",
    "facetime:+15550100",
    "facetime-audio:+15550100",
    "tel:+15550100",
    "sms:+15550100",
    "mailto:a@example.com",
    "callback",
  ])("refuses the redirect URI %s", async (uri) => {
    expect(await register({ redirect_uris: [uri] })).toMatchObject({
      status: 400,
      body: { error: "invalid_redirect_uri" },
    })
  })

  it("refuses a body that is no JSON object", async () => {
    for (const body of ["", "[]", "{", "null"])
      expect((await post(`${url}/oauth/register`, body, json)).status).toBe(400)
  })

  it("is limited to 20 per hour and network", async () => {
    const headers = { ...json, "x-forwarded-for": "198.51.100.9" }
    const body = JSON.stringify({ redirect_uris: [redirectUri] })
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await post(`${url}/oauth/register`, body, headers)).status)
    expect(statuses.slice(19)).toEqual([201, 429])
  })
})

describe("an unused app", () => {
  it("is deleted after 30 days, unless a user has connected it", async () => {
    const browser = await Browser.open(url)
    const unused = (await registerApp(url)).client_id
    const used = (await registerApp(url)).client_id
    const { body } = await exchange(url, used, (await browser.connect(used)).get("code") ?? "")
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    const where = { id: { in: [unused, used] } }
    await acrossTeams(() => prisma.oauthClient.updateMany({ where, data: { last_used_at: longAgo } }))
    const rule = retention["oauth_client"]
    if (!rule || !("deleteExpired" in rule)) throw new Error("no rule")
    await rule.deleteExpired()
    expect((await refreshTokens(url, unused, "a")).body.error).toBe("invalid_client")
    expect((await refreshTokens(url, used, body.refresh_token)).status).toBe(200)
  })
})
