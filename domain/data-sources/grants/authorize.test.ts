/** Authorizing and connecting data sources: consent with state and PKCE, tokens, key files, and who may do it. */
import pg from "pg"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { Problem } from "@/domain/kernel/errors"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { longWait } from "@/domain/testing/long-wait"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { connect } from "../connect"
import { connectedProviders } from "../connectors/connector"
import { connectors } from "../connectors/index"
import { listProviders } from "../list-providers"
import { allow, connectedSource, consent, fakesForTest, serviceAccount } from "../testing/connected"
import { updateDataSource } from "../update"
import { addCredentials } from "./add-credentials"
import { authorize } from "./authorize"
import { completeAuthorization } from "./complete-authorization"
import { listAccounts } from "./list-accounts"
import { findGrant } from "./stored-grant"

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "no problem",
    (error: unknown) => (error instanceof Problem ? error.code : error),
  )

describe("consent", () => {
  it.each(connectedProviders.filter((provider) => connectors[provider].consent))(
    "for %s leads to accounts",
    async (provider) => {
      const fakes = await fakesForTest()
      const ctx = asPerson(await freshTeam(), "admin")
      const { grant_id } = await consent(ctx, provider)
      const { data } = await run(listAccounts, ctx, { grant_id })
      expect(data.map(({ id }) => id)).toEqual(fakes[provider].world.accounts.map(({ id }) => id))
    },
  )

  it("on any platform is up to its connector", async () => {
    await fakesForTest()
    const ctx = asPerson(await freshTeam(), "admin")
    const connector = connectors.bing_webmaster
    onTestFinished(() => void delete connector.consent)
    connector.consent = {
      isConfigured: () => true,
      url: ({ state, challenge }) => `https://consent.example/?${new URLSearchParams({ state, challenge })}`,
      exchange: async ({ code }) => ({ kind: "token", token: `token for ${code}` }),
    }
    const { data } = await run(authorize, ctx, { provider: "bing_webmaster" })
    const { host, searchParams } = new URL(data.url)
    expect(host).toBe("consent.example")
    const answer = { state: searchParams.get("state") ?? "", code: "a-code" }
    const { data: completed } = await run(completeAuthorization, ctx, answer)
    const grant = await inTeam(ctx.team.id, () => findGrant(ctx.team.id, completed.grant_id))
    expect(grant).toMatchObject({ provider: "bing_webmaster", credentials: { token: "token for a-code" } })
  })

  it("counts once, and only for the person and the team that started it", async () => {
    await fakesForTest()
    const team = await freshTeam()
    const ctx = asPerson(team, "admin")
    const { data } = await run(authorize, ctx, { provider: "ga4" })
    const answer = await allow(data.url)
    expect(await codeOf(run(completeAuthorization, asPerson(team, "admin"), answer))).toBe("state_conflict")
    expect(await codeOf(run(completeAuthorization, asPerson(await freshTeam(), "admin"), answer))).toBe(
      "state_conflict",
    )
    expect(await codeOf(run(completeAuthorization, ctx, { ...answer, state: `${answer.state}x` }))).toBe(
      "state_conflict",
    )
    expect(await codeOf(run(completeAuthorization, ctx, answer))).toBe("no problem")
    expect(await codeOf(run(completeAuthorization, ctx, answer))).toBe("state_conflict")
  })

  it("counts once when its page is opened twice at the same time", async () => {
    const fakes = await fakesForTest()
    const ctx = asPerson(await freshTeam(), "admin")
    const answer = await allow((await run(authorize, ctx, { provider: "ga4" })).data.url)
    fakes.ga4.requests.length = 0
    // Both have read the authorization before one of them can change it.
    const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
    await session.connect()
    onTestFinished(() => session.end())
    await session.query("begin")
    await session.query("select from source_grant where team_id = $1 for update", [ctx.team.id])
    const both = Promise.all([1, 2].map(() => codeOf(run(completeAuthorization, ctx, answer))))
    await vi.waitUntil(async () => {
      await session.query("select pg_stat_clear_snapshot()")
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%source_grant%'"
      return (await session.query(waiting)).rowCount === 2
    }, longWait)
    await session.query("commit")
    expect((await both).sort()).toEqual(["no problem", "state_conflict"])
    expect(fakes.ga4.requests.map(({ path }) => path)).toEqual(["/token"])
  })

  it("counts once, also when the platform refuses the code", async () => {
    const fakes = await fakesForTest()
    const ctx = asPerson(await freshTeam(), "admin")
    const answer = await allow((await run(authorize, ctx, { provider: "ga4" })).data.url)
    expect(await codeOf(run(completeAuthorization, ctx, { ...answer, code: "another-code" }))).toBe("state_conflict")
    fakes.ga4.requests.length = 0
    expect(await codeOf(run(completeAuthorization, ctx, answer))).toBe("state_conflict")
    expect(fakes.ga4.requests).toEqual([])
  })

  it("expires after 15 minutes", async () => {
    await fakesForTest()
    const ctx = asPerson(await freshTeam(), "admin")
    const { data } = await run(authorize, ctx, { provider: "ga4" })
    const answer = await allow(data.url)
    const late = { ...ctx, now: () => new Date(Date.now() + 16 * 60_000) }
    expect(await codeOf(run(completeAuthorization, late, answer))).toBe("state_conflict")
  })

  it("fails with a code that belongs to another challenge", async () => {
    await fakesForTest()
    const ctx = asPerson(await freshTeam(), "admin")
    const one = await run(authorize, ctx, { provider: "ga4" })
    const other = await run(authorize, ctx, { provider: "ga4" })
    const [{ state }, { code }] = [await allow(one.data.url), await allow(other.data.url)]
    expect(await codeOf(run(completeAuthorization, ctx, { state, code }))).toBe("state_conflict")
  })

  it("is offered only where the operator has set it up", async () => {
    await fakesForTest()
    const ctx = asPerson(await freshTeam(), "admin")
    vi.stubEnv("META_APP_ID", "")
    const kinds = async () =>
      Object.fromEntries((await run(listProviders, ctx, {})).data.map((one) => [one.provider, one.grant_kinds]))
    expect(await kinds()).toEqual({
      ga4: ["oauth", "service_account"],
      search_console: ["oauth", "service_account"],
      google_ads: ["oauth"],
      meta_ads: ["token"],
      bing_webmaster: ["token"],
    })
    expect(await codeOf(run(authorize, ctx, { provider: "meta_ads" }))).toBe("state_conflict")
  })
})

describe("a key", () => {
  it("is stored only after the platform has accepted it, encrypted", async () => {
    const fakes = await fakesForTest()
    const team = await freshTeam()
    const ctx = asPerson(team, "admin")
    fakes.bing_webmaster.world.isGrantExpired = true
    const secret = "bing-api-key-0123456789"
    expect(await codeOf(run(addCredentials, ctx, { provider: "bing_webmaster", secret }))).toBe("state_conflict")
    fakes.bing_webmaster.world.isGrantExpired = false
    await run(addCredentials, ctx, { provider: "bing_webmaster", secret })
    const stored = await inTeam(team.id, () => prisma.sourceGrant.findMany({ where: { team_id: team.id } }))
    expect(stored).toHaveLength(1)
    expect(Buffer.from(stored[0]?.sealed ?? []).toString("latin1")).not.toContain(secret)
  })

  it("of a service account is a key file, whose own address of the token endpoint is ignored", async () => {
    const fakes = await fakesForTest()
    const ctx = asPerson(await freshTeam(), "admin")
    const file = { ...serviceAccount, token_uri: "http://127.0.0.1:1/token" }
    expect(await codeOf(run(addCredentials, ctx, { provider: "ga4", secret: "not a file" }))).toBe("parameter_invalid")
    await run(addCredentials, ctx, { provider: "ga4", secret: JSON.stringify(file) })
    expect(fakes.ga4.requests.some(({ path }) => path === "/token")).toBe(true)
  })

  it("can be added by admins only", async () => {
    await fakesForTest()
    const ctx = asPerson(await freshTeam(), "member")
    expect(await codeOf(run(addCredentials, ctx, { provider: "bing_webmaster", secret: "12345678" }))).toBe(
      "role_missing",
    )
  })
})

describe("a connected account", () => {
  it("is connected once to a client", async () => {
    await fakesForTest()
    const { ctx, client, grant_id, source } = await connectedSource("bing_webmaster", "https://bergamobikes.example/")
    const again = { grant_id, account_id: source.account_id, client_id: client.id }
    const refused = { code: "already_exists", extra: { data_source_id: source.id } }
    await expect(run(connect, ctx, again)).rejects.toMatchObject(refused)
    expect(await codeOf(run(connect, ctx, { ...again, account_id: "https://unknown.example/" }))).toBe(
      "resource_not_found",
    )
  })

  it("is recorded in the audit log with its name and its client", async () => {
    await fakesForTest()
    const { ctx, client, source } = await connectedSource("bing_webmaster", "https://bergamobikes.example/")
    const { data } = await run(listAudit, ctx, { action: "data_source.connected" })
    const after = { provider: "bing_webmaster", account: source.account_name, client_id: client.id }
    expect(data).toMatchObject([{ subject_id: source.id, after }])
  })

  it("belongs to a client that is not archived", async () => {
    await fakesForTest()
    const { ctx, team, grant_id, source } = await connectedSource("bing_webmaster", "https://bergamobikes.example/")
    const archived = await freshClient(team, { status: "archived" })
    const asked = { grant_id, account_id: source.account_id, client_id: archived.id }
    expect(await codeOf(run(connect, ctx, asked))).toBe("state_conflict")
  })

  it("looks back further than the platform changes its numbers", async () => {
    await fakesForTest()
    const { ctx, source } = await connectedSource("bing_webmaster", "https://bergamobikes.example/")
    const change = (lookback_days: number) => run(updateDataSource, ctx, { data_source_id: source.id, lookback_days })
    expect(await codeOf(change(7))).toBe("parameter_invalid")
    expect((await change(8)).data.lookback_days).toBe(8)
    const weekly = await run(updateDataSource, ctx, { data_source_id: source.id, sync_frequency: "weekly" })
    expect(Date.parse(weekly.data.next_sync_at ?? "")).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  })
})

describe("the accounts of an authorization", () => {
  it("are listed without those that cannot be stored", async () => {
    const { world } = (await fakesForTest()).meta_ads
    const { ctx, grant_id } = await connectedSource("meta_ads", world.accounts[0]?.id ?? "")
    const [first] = world.accounts
    if (!first) throw new Error("no account")
    world.accounts = [
      { ...first, id: "act_1", timezone: "Mars/Olympus" },
      { ...first, id: "act_2", currency: "EURO" },
      { ...first, id: "act_\0" },
      { ...first, id: "act_3", name: "Rad\0sport" },
    ]
    expect((await run(listAccounts, ctx, { grant_id })).data).toMatchObject([{ id: "act_3", name: "Radsport" }])
  })

  it("are connected once, also by two people at the same time", async () => {
    const { world } = (await fakesForTest()).meta_ads
    const account_id = world.accounts[0]?.id ?? ""
    const { team, ctx, grant_id } = await connectedSource("meta_ads", account_id)
    const client = await freshClient(team)
    const grants = [
      grant_id,
      ...(await Promise.all([1, 2, 3].map(() => consent(ctx, "meta_ads")))).map((one) => one.grant_id),
    ]
    const codes = await Promise.all(
      grants.map((one) => codeOf(run(connect, ctx, { grant_id: one, account_id, client_id: client.id }))),
    )
    expect(codes.sort()).toEqual(["already_exists", "already_exists", "already_exists", "no problem"])
  })
})
