import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { authenticateAccessToken } from "@/domain/connections/authenticate-token"
import { updateMcpSettings } from "@/domain/connections/update-settings"
import { run } from "@/domain/kernel/operation"
import { asPerson } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import {
  Browser,
  exchange,
  post,
  redirectUri,
  refreshTokens,
  registerApp,
  requestTokens,
  serveOauth,
  verifier,
} from "../testing/oauth"

let url: string
let close: () => Promise<void>
let browser: Browser
let app: string
let other: string
beforeAll(async () => {
  ;({ url, close } = await serveOauth())
  browser = await Browser.open(url)
  app = (await registerApp(url)).client_id
  other = (await registerApp(url)).client_id
})
afterAll(() => close())

const newCode = async (clientId = app) => (await browser.connect(clientId)).get("code") ?? ""
const newTokens = async (clientId = app) => (await exchange(url, clientId, await newCode(clientId))).body
const connectionOf = (token: string) => authenticateAccessToken(token, `${url}/mcp`)
const failed = (error: string, status = 400) => ({ status, body: { error, error_description: expect.any(String) } })

/** Makes everything of a connection older by `ms`. */
async function age(token: string, ms: number) {
  const connectionId = (await connectionOf(token))?.connectionId ?? ""
  const seconds = ms / 1_000
  await acrossTeams(async () => {
    await prisma.$executeRaw`update oauth_grant set created_at = created_at - make_interval(secs => ${seconds}) where id = ${connectionId}`
    await prisma.$executeRaw`update oauth_access_token set expires_at = expires_at - make_interval(secs => ${seconds}) where grant_id = ${connectionId}`
    await prisma.$executeRaw`update oauth_refresh_token set expires_at = expires_at - make_interval(secs => ${seconds}),
      used_at = used_at - make_interval(secs => ${seconds}) where grant_id = ${connectionId}`
  })
}

describe("a code", () => {
  it("gives tokens that act for the user in the chosen team", async () => {
    const { status, headers, body } = await exchange(url, app, await newCode())
    expect([status, headers.get("cache-control"), headers.get("access-control-allow-origin")]).toEqual([
      200,
      "no-store",
      "*",
    ])
    expect(body).toEqual({
      access_token: expect.stringMatching(/^mcp_at_[\w-]{43}$/),
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^mcp_rt_[\w-]{43}$/),
      scope: "data:read",
    })
    const { team, userId } = browser
    expect(await connectionOf(body.access_token)).toMatchObject({ teamId: team.id, userId, clientId: app })
  })

  it("is stored as a hash, like tokens", async () => {
    const { access_token, refresh_token } = await newTokens()
    const stored = await acrossTeams(
      () => prisma.$queryRaw<{ row: string }[]>`
      select r::text as row from oauth_refresh_token r union all select a::text from oauth_access_token a
      union all select c::text from oauth_code c`,
    )
    const text = stored.map(({ row }) => row).join()
    for (const secret of [access_token, refresh_token]) expect(text).not.toContain(secret.slice(7))
  })

  it("works without a redirect URI, as in OAuth 2.1", async () => {
    const form = { grant_type: "authorization_code", client_id: app, code: await newCode(), code_verifier: verifier }
    expect((await requestTokens(url, form)).status).toBe(200)
  })

  it.each([
    ["a wrong verifier", { code_verifier: randomBytes(32).toString("base64url") }, "invalid_grant"],
    ["a short verifier", { code_verifier: "short" }, "invalid_request"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["another redirect URI", { redirect_uri: `${redirectUri}/other` }, "invalid_grant"],
    ["another resource", { resource: "https://other.example.com/mcp" }, "invalid_target"],
    ["an unknown code", { code: `mcp_ac_${"0".repeat(43)}` }, "invalid_grant"],
    ["another grant type", { grant_type: "password" }, "unsupported_grant_type"],
    ["no grant type", { grant_type: "" }, "invalid_request"],
  ])("is refused with %s", async (_, more, error) => {
    expect(await exchange(url, app, await newCode(), more)).toMatchObject(failed(error))
  })

  it("is not used up by a request for another resource, which the app can correct", async () => {
    const code = await newCode()
    const foreign = await exchange(url, app, code, { resource: "https://other.example.com/mcp" })
    expect(foreign).toMatchObject(failed("invalid_target"))
    expect((await exchange(url, app, code)).status).toBe(200)
  })

  it("is refused for another app, and is used up by the attempt", async () => {
    const code = await newCode()
    expect(await exchange(url, other, code)).toMatchObject(failed("invalid_grant"))
    expect(await exchange(url, app, code)).toMatchObject(failed("invalid_grant"))
  })

  it("works once: a second use also ends the connection", async () => {
    const code = await newCode()
    const { body } = await exchange(url, app, code)
    expect(await connectionOf(body.access_token)).not.toBeNull()
    expect(await exchange(url, app, code)).toMatchObject(failed("invalid_grant"))
    expect(await connectionOf(body.access_token)).toBeNull()
    expect(await refreshTokens(url, app, body.refresh_token)).toMatchObject(failed("invalid_grant"))
  })

  it("works for one of several concurrent requests", async () => {
    const code = await newCode()
    const all = await Promise.all(Array.from({ length: 5 }, () => exchange(url, app, code)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it("is stored with an expiry 60 seconds after the consent", async () => {
    const consenting = await Browser.open(url)
    await consenting.connect(app)
    const where = { team_id: consenting.team.id }
    const grant = await acrossTeams(() => prisma.oauthGrant.findFirstOrThrow({ where }))
    const code = await acrossTeams(() => prisma.oauthCode.findFirstOrThrow({ where }))
    expect(code.expires_at.getTime() - grant.created_at.getTime()).toBe(60_000)
  })

  it("is refused after it has expired", async () => {
    const code = await newCode()
    await acrossTeams(() => prisma.$executeRaw`update oauth_code set expires_at = now() where used_at is null`)
    expect(await exchange(url, app, code)).toMatchObject(failed("invalid_grant"))
  })

  it("is refused when the user left the team after consent", async () => {
    const leaving = await Browser.open(url)
    const code = (await leaving.connect(app)).get("code") ?? ""
    await acrossTeams(() => prisma.membership.deleteMany({ where: { user_id: leaving.userId } }))
    expect(await exchange(url, app, code)).toMatchObject(failed("invalid_grant"))
  })
})

describe("a refresh token", () => {
  it("is replaced by each refresh", async () => {
    const first = await newTokens()
    const { status, body } = await refreshTokens(url, app, first.refresh_token)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(first.refresh_token)
    expect(await connectionOf(body.access_token)).not.toBeNull()
  })

  it("gives each concurrent request, and each repetition within two minutes, a pair of its own", async () => {
    const { refresh_token } = await newTokens()
    const pairs = await Promise.all(Array.from({ length: 4 }, () => refreshTokens(url, app, refresh_token)))
    expect(pairs.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(pairs.map(({ body }) => body.refresh_token)).size).toBe(4)
    const again = await refreshTokens(url, app, pairs[1]?.body.refresh_token ?? "")
    expect(again.status).toBe(200)
  })

  it("ends the connection when it is used again after two minutes", async () => {
    const first = await newTokens()
    const { body: second } = await refreshTokens(url, app, first.refresh_token)
    await age(first.access_token, 119_000)
    expect((await refreshTokens(url, app, first.refresh_token)).status).toBe(200)
    await age(first.access_token, 2_000)
    expect(await refreshTokens(url, app, first.refresh_token)).toMatchObject(failed("invalid_grant"))
    expect(await connectionOf(second.access_token)).toBeNull()
    expect(await refreshTokens(url, app, second.refresh_token)).toMatchObject(failed("invalid_grant"))
    const grant = await acrossTeams(() =>
      prisma.oauthGrant.findMany({ where: { revoke_reason: { contains: "again" } } }),
    )
    expect(grant).toHaveLength(1)
    const audit = await acrossTeams(() =>
      prisma.auditEntry.findFirst({ where: { subject_id: grant[0]?.id ?? "", action: "connection.revoked" } }),
    )
    expect(audit).toMatchObject({ actor_kind: "system", after: { reason: "An old refresh token was used again." } })
  })

  it("expires after 30 days without a refresh", async () => {
    const { access_token, refresh_token } = await newTokens()
    await age(access_token, 30 * 86_400_000)
    expect(await refreshTokens(url, app, refresh_token)).toMatchObject(failed("invalid_grant"))
  })

  it("does not outlive the 180 days of the connection", async () => {
    const first = await newTokens()
    const connectionId = (await connectionOf(first.access_token))?.connectionId ?? ""
    const createdAt = new Date(Date.now() - 180 * 86_400_000 + 600_000)
    await acrossTeams(() => prisma.oauthGrant.update({ where: { id: connectionId }, data: { created_at: createdAt } }))
    const { body } = await refreshTokens(url, app, first.refresh_token)
    expect((body as unknown as { expires_in: number }).expires_in).toBeLessThanOrEqual(600)
    await acrossTeams(() =>
      prisma.oauthGrant.update({ where: { id: connectionId }, data: { created_at: new Date(0) } }),
    )
    expect(await refreshTokens(url, app, body.refresh_token)).toMatchObject(failed("invalid_grant"))
  })

  it("is refused for another app, without effect on the connection", async () => {
    const { refresh_token } = await newTokens()
    expect(await refreshTokens(url, other, refresh_token)).toMatchObject(failed("invalid_grant"))
    expect((await refreshTokens(url, app, refresh_token)).status).toBe(200)
  })

  it("cannot widen the scopes, and a wrong request does not use it up", async () => {
    const { refresh_token } = await newTokens()
    const wider = await refreshTokens(url, app, refresh_token, { scope: "data:read data:write" })
    expect(wider).toMatchObject(failed("invalid_scope"))
    const foreign = await refreshTokens(url, app, refresh_token, { resource: "https://other.example.com" })
    expect(foreign).toMatchObject(failed("invalid_target"))
    expect((await refreshTokens(url, app, refresh_token)).body.scope).toBe("data:read")
  })

  it("can narrow the scopes of its access token, and keeps those of the connection", async () => {
    const writer = await Browser.open(url)
    await run(updateMcpSettings, asPerson(writer.team), { mcp_writes_enabled: true })
    const code = (await writer.connect(app, {}, true)).get("code") ?? ""
    const first = await exchange(url, app, code)
    expect(first.body.scope).toBe("data:read data:write")
    const narrow = await refreshTokens(url, app, first.body.refresh_token, { scope: "data:read" })
    expect(narrow.body.scope).toBe("data:read")
    expect((await connectionOf(narrow.body.access_token))?.scopes).toEqual(["data:read"])
    expect((await refreshTokens(url, app, narrow.body.refresh_token)).body.scope).toBe("data:read data:write")
  })
})

describe("an access token", () => {
  it("expires after an hour, and is valid for this resource only", async () => {
    const { access_token } = await newTokens()
    expect(await authenticateAccessToken(access_token, `${url}/other`)).toBeNull()
    expect(await authenticateAccessToken(access_token, `${url}/mcp`, new Date(Date.now() + 3_601_000))).toBeNull()
  })
})

describe("the token endpoint", () => {
  it("refuses JSON, repeated parameters and large bodies", async () => {
    const form = `grant_type=refresh_token&client_id=${app}&refresh_token=a`
    const type = { "content-type": "application/x-www-form-urlencoded" }
    for (const [body, headers] of [
      [JSON.stringify({ grant_type: "refresh_token" }), { "content-type": "application/json" }],
      [`${form}&client_id=${other}`, type],
      [`${form}&padding=${"x".repeat(20_000)}`, type],
    ] as const) {
      const response = await post(`${url}/oauth/token`, body, headers)
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, "invalid_request"])
    }
  })

  it("responds to an unknown app with invalid_client, so that it registers again", async () => {
    expect(await refreshTokens(url, "mcc_01JD3Y8F5V6Q2K9M4N7P0R1S2T", "a")).toMatchObject(failed("invalid_client", 401))
  })

  it.each(["client_secret_basic", "client_secret_post"])(
    "accepts the right secret with %s, and refuses a wrong one",
    async (method) => {
      const registered = await registerApp(url, { token_endpoint_auth_method: method })
      const { client_id, client_secret = "" } = registered
      const { refresh_token } = await newTokensWithSecret(client_id, client_secret)
      const basic = (secret: string) => ({
        authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`,
      })
      const form = { grant_type: "refresh_token", refresh_token }
      const wrong = await requestTokens(url, form, basic("wrong"))
      expect(wrong).toMatchObject(failed("invalid_client", 401))
      expect(wrong.headers.get("www-authenticate")).toContain("Basic")
      expect(await refreshTokens(url, client_id, refresh_token)).toMatchObject(failed("invalid_client", 401))
      expect((await requestTokens(url, form, basic(client_secret))).status).toBe(200)
      const twice = await requestTokens(url, { ...form, client_secret }, basic(client_secret))
      expect(twice).toMatchObject(failed("invalid_request"))
    },
  )

  it("refuses a secret of an app that has none", async () => {
    expect(await refreshTokens(url, app, "a", { client_secret: "b" })).toMatchObject(failed("invalid_client", 401))
  })

  it("is limited per app and network", async () => {
    const headers = { "x-forwarded-for": "198.51.100.8" }
    const form = { grant_type: "refresh_token", client_id: app, refresh_token: "a" }
    for (let i = 0; i < 60; i++) await requestTokens(url, form, headers)
    expect((await requestTokens(url, form, headers)).status).toBe(429)
    expect((await requestTokens(url, { ...form, client_id: other }, headers)).status).toBe(400)
  })

  it("counts an app that sends its ID in the Authorization header separately, too", async () => {
    const basic = (id: string) => ({
      "x-forwarded-for": "198.51.100.10",
      authorization: `Basic ${Buffer.from(`${id}:wrong`).toString("base64")}`,
    })
    const form = { grant_type: "refresh_token", refresh_token: "a" }
    for (let i = 0; i < 60; i++) await requestTokens(url, form, basic(app))
    expect((await requestTokens(url, form, basic(app))).status).toBe(429)
    expect((await requestTokens(url, form, basic(other))).status).toBe(401)
  })

  it("is limited per network, also when each request names another app", async () => {
    const headers = { "x-forwarded-for": "198.51.100.9" }
    const form = { grant_type: "refresh_token", refresh_token: "a" }
    const statuses = new Set<number>()
    for (let i = 0; i < 301; i++)
      statuses.add((await requestTokens(url, { ...form, client_id: `made-up-${i}` }, headers)).status)
    expect([...statuses]).toEqual([401, 429])
  })

  it("responds to an ID with a NUL character as to an unknown app", async () => {
    const form = { grant_type: "refresh_token", refresh_token: "a", client_id: "a\0" }
    expect((await requestTokens(url, form)).body).toMatchObject({ error: "invalid_client" })
  })
})

const newTokensWithSecret = async (clientId: string, secret: string) =>
  (await exchange(url, clientId, await newCode(clientId), { client_secret: secret })).body

describe("revocation", () => {
  const revoke = (token: string, clientId = app) =>
    post(`${url}/oauth/revoke`, new URLSearchParams({ token, client_id: clientId }))

  it("of a refresh token ends the connection", async () => {
    const { access_token, refresh_token } = await newTokens()
    expect((await revoke(refresh_token)).status).toBe(200)
    expect(await connectionOf(access_token)).toBeNull()
  })

  it("of an access token ends only this token", async () => {
    const { access_token, refresh_token } = await newTokens()
    expect((await revoke(access_token)).status).toBe(200)
    expect(await connectionOf(access_token)).toBeNull()
    expect((await refreshTokens(url, app, refresh_token)).status).toBe(200)
  })

  it("of an unknown token and of another app's token changes nothing, and shows no difference", async () => {
    const { access_token, refresh_token } = await newTokens()
    for (const token of ["unknown", access_token, refresh_token]) expect((await revoke(token, other)).status).toBe(200)
    expect(await connectionOf(access_token)).not.toBeNull()
    expect((await revoke("unknown", "mcc_unknown")).status).toBe(401)
  })
})
