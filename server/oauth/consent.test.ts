import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { authenticateAccessToken } from "@/domain/connections/authenticate-token"
import { updateMcpSettings } from "@/domain/connections/update-settings"
import { run } from "@/domain/kernel/operation"
import { findPersonById } from "@/domain/people/accounts"
import { confirmEmail } from "@/domain/people/confirm-email"
import { removeMember } from "@/domain/teams/remove-member"
import { longWait } from "@/domain/testing/long-wait"
import { asAnybody } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { Browser, exchange, redirectUri, registerApp, serveOauth } from "../testing/oauth"

let url: string
let close: () => Promise<void>
let app: string
beforeAll(async () => {
  ;({ url, close } = await serveOauth())
  app = (await registerApp(url)).client_id
})
afterAll(() => close())

const allow = (browser: Browser) => ({ decision: "allow", team_id: browser.team.id })
/** The parameters with which the browser is redirected to the app. */
const outcome = (response: Response) =>
  Object.fromEntries(new URL(response.headers.get("location") ?? "none:").searchParams)

describe("the consent page", () => {
  it("shows the app, where the user returns, and the user's teams with what they allow", async () => {
    const browser = await Browser.open(url, { role: "viewer" })
    const { view } = await browser.openConsent(app)
    const { id, name, slug } = browser.team
    expect(view).toEqual({
      appName: "Test app",
      appHost: "app.example.com",
      isVerified: false,
      returnsTo: "app.example.com",
      isOnThisMachine: false,
      asksForChanges: false,
      teams: [{ id, name, slug, role: "viewer", blocked_by: null, may_allow_changes: false }],
    })
  })

  it("warns of an app on the user's machine", async () => {
    const browser = await Browser.open(url)
    const uri = "http://127.0.0.1:5123/callback"
    const { client_id } = await registerApp(url, { redirect_uris: [uri] })
    const { view } = await browser.openConsent(client_id, { redirect_uri: uri, scope: "data:write" })
    expect(view).toMatchObject({ isOnThisMachine: true, returnsTo: "127.0.0.1", asksForChanges: true })
  })

  it("says why a team cannot be chosen, and refuses to connect it", async () => {
    const browser = await Browser.open(url)
    const teams = [await freshTeam({ plan: "free" }), await freshTeam(), await freshTeam()]
    await acrossTeams(async () => {
      await prisma.team.update({ where: { id: teams[1]?.id ?? "" }, data: { mcp_enabled: false } })
      await prisma.team.update({ where: { id: teams[2]?.id ?? "" }, data: { is_suspended: true } })
      for (const { id } of teams)
        await prisma.membership.create({ data: { team_id: id, user_id: browser.userId, role: "owner" } })
    })
    const { page, view } = await browser.openConsent(app)
    const reasons = teams.map(({ id }) => view?.teams.find((team) => team.id === id)?.blocked_by)
    expect(reasons).toEqual(["plan", "mcp_disabled", "suspension"])
    for (const { id } of teams) {
      const response = await browser.answer(page, { decision: "allow", team_id: id })
      expect([response.status, response.headers.get("location")]).toEqual([403, null])
    }
    expect(outcome(await browser.answer(page, allow(browser)))).toHaveProperty("code")
  })
})

describe("an answer", () => {
  it("returns a code to the app, with state and iss, and without a referrer", async () => {
    const browser = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    const response = await browser.answer(page, allow(browser))
    expect([response.status, response.headers.get("referrer-policy")]).toEqual([303, "no-referrer"])
    expect(response.headers.get("location")).toMatch(new RegExp(`^${redirectUri}\\?`))
    expect(outcome(response)).toEqual({ code: expect.stringMatching(/^mcp_ac_/), state: "a state", iss: url })
    const audit = await acrossTeams(() => prisma.auditEntry.findFirst({ where: { team_id: browser.team.id } }))
    expect(audit).toMatchObject({ action: "connection.created", actor_id: browser.userId, after: { app: "Test app" } })
  })

  it("that denies returns access_denied, and creates no connection", async () => {
    const browser = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    const denied = outcome(await browser.answer(page, { decision: "deny" }))
    expect(denied).toEqual({
      error: "access_denied",
      error_description: expect.any(String),
      state: "a state",
      iss: url,
    })
    const where = { user_id: browser.userId }
    expect(await acrossTeams(() => prisma.oauthGrant.count({ where }))).toBe(0)
  })

  it("keeps the query of the redirect URI, and sends no state that the app did not send", async () => {
    const browser = await Browser.open(url)
    const uri = `${redirectUri}?a=1`
    const { client_id } = await registerApp(url, { redirect_uris: [uri] })
    const returned = await browser.connect(client_id, { redirect_uri: uri, state: null })
    expect([...returned.keys()].sort()).toEqual(["a", "code", "iss"])
  })

  it("counts once, also when it arrives several times at the same moment", async () => {
    const browser = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    const all = await Promise.all(Array.from({ length: 4 }, () => browser.answer(page, allow(browser))))
    expect(all.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410])
    expect((await browser.answer(page, { decision: "deny" })).status).toBe(410)
  })

  it("is refused from another origin, without an origin, and from another browser", async () => {
    const browser = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    for (const origin of ["https://evil.example.com", "null", ""])
      expect((await browser.answer(page, allow(browser), { origin })).status).toBe(403)
    const otherBrowser = await Browser.open(url, { team: browser.team })
    expect((await otherBrowser.answer(page, allow(otherBrowser))).status).toBe(403)
    await otherBrowser.authorize(app)
    expect((await otherBrowser.answer(page, allow(otherBrowser))).status).toBe(410)
  })

  it("is refused when the browser has switched to another account", async () => {
    const browser = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    const { page: unopened } = await browser.openConsent(app)
    const other = await Browser.open(url, { team: browser.team })
    const [session] = await acrossTeams(() => prisma.session.findMany({ where: { user_id: other.userId } }))
    browser.signIn(session?.id ?? "")
    expect(await (await browser.get(page)).json()).toBeNull()
    for (const decision of ["allow", "deny"])
      expect((await browser.answer(page, { decision, team_id: browser.team.id })).status).toBe(410)
    expect((await browser.answer(unopened, { ...allow(browser) })).status).toBe(410)
  })

  it("can be given for ten minutes after the request", async () => {
    const browser = await Browser.open(url)
    await browser.openConsent(app)
    const where = { user_id: browser.userId }
    const { created_at, expires_at } = await acrossTeams(() => prisma.oauthRequest.findFirstOrThrow({ where }))
    expect(expires_at.getTime() - created_at.getTime()).toBe(600_000)
  })

  it("is refused after the request has expired, and after signing out", async () => {
    const browser = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    await acrossTeams(() => prisma.session.deleteMany({ where: { user_id: browser.userId } }))
    expect((await browser.answer(page, allow(browser))).status).toBe(401)
    const again = await Browser.open(url)
    const { page: old } = await again.openConsent(app)
    const where = { user_id: again.userId }
    await acrossTeams(() => prisma.oauthRequest.updateMany({ where, data: { expires_at: new Date() } }))
    expect(await (await again.get(old)).json()).toBeNull()
    expect((await again.answer(old, allow(again))).status).toBe(410)
  })

  it("is refused for a team of others", async () => {
    const browser = await Browser.open(url)
    const other = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    expect((await browser.answer(page, { decision: "allow", team_id: other.team.id })).status).toBe(403)
  })
})

/** Another session that has changed or locked a row, and not committed. */
async function openTransaction(statement: string, id: string) {
  const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await session.connect()
  onTestFinished(() => session.end())
  await session.query("begin")
  await session.query(statement, [id])
  /** Returns the number of sessions that wait for this one, or for another one that does. */
  const waiting = async () => {
    await session.query("select pg_stat_clear_snapshot()")
    const { rowCount } = await session.query(`
      with recursive blocked(pid) as (
        select pg_backend_pid() union select a.pid from pg_stat_activity a join blocked b on b.pid = any(pg_blocking_pids(a.pid)))
      select from blocked`)
    return (rowCount ?? 0) - 1
  }
  return { waiting, commit: () => session.query("commit") }
}

const grantsOf = ({ userId }: Browser) =>
  acrossTeams(() => prisma.oauthGrant.findMany({ where: { user_id: userId }, select: { revoke_reason: true } }))

/** Resolves when `promise` has ended, or when this number of sessions wait. */
async function endedOrWaiting(promise: Promise<unknown>, waiting: () => Promise<number>, count: number) {
  let isEnded = false
  promise.finally(() => (isEnded = true)).catch(() => {})
  await vi.waitUntil(async () => isEnded || (await waiting()) === count, longWait)
}

describe("a connection that is not committed yet", () => {
  async function connectionBeforeCommit(table: "team" | '"user"') {
    const browser = await Browser.open(url, { role: "member" })
    const { page } = await browser.openConsent(app)
    const id = table === "team" ? browser.team.id : browser.userId
    const { waiting, commit } = await openTransaction(`select from ${table} where id = $1 for update`, id)
    const answered = browser.answer(page, allow(browser))
    await vi.waitUntil(async () => (await waiting()) === 1, longWait)
    /** Commits when `change` has ended or waits. Returns the connections after both have ended. */
    const grantsAfter = async (change: Promise<unknown>) => {
      await endedOrWaiting(change, waiting, 2)
      await commit()
      expect([(await answered).status, await change]).toEqual([303, expect.anything()])
      return grantsOf(browser)
    }
    return { browser, grantsAfter }
  }

  it("is revoked when the owner of the address confirms it at the same moment", async () => {
    const { browser, grantsAfter } = await connectionBeforeCommit("team")
    const { email = "" } = (await findPersonById(browser.userId)) ?? {}
    const grants = await grantsAfter(confirmEmail(asAnybody(), { id: browser.userId, email }, null))
    expect(grants).toEqual([{ revoke_reason: "The user had not confirmed their email address." }])
  })

  it("is revoked when its user is removed from the team at the same moment", async () => {
    const { browser, grantsAfter } = await connectionBeforeCommit('"user"')
    const grants = await grantsAfter(run(removeMember, asPerson(browser.team), { person_id: browser.userId }))
    expect(grants).toEqual([{ revoke_reason: "The member was removed." }])
  })

  it.each([
    ["the session", 'update "user" set session_version = session_version + 1 where id = $1', 401],
    ["the membership", "delete from membership where user_id = $1", 403],
  ])("is not created when %s ends before", async (_, statement, status) => {
    const browser = await Browser.open(url)
    const { page } = await browser.openConsent(app)
    const { waiting, commit } = await openTransaction(statement, browser.userId)
    const answered = browser.answer(page, allow(browser))
    await endedOrWaiting(answered, waiting, 1)
    await commit()
    expect([(await answered).status, await grantsOf(browser)]).toEqual([status, []])
  })
})

describe("permission to make changes", () => {
  const scopesOf = async (browser: Browser, more = {}) => {
    const code = (await browser.connect(app, more, true)).get("code") ?? ""
    return (await exchange(url, app, code)).body.scope
  }

  it("needs the switch of the team, the role, and the user's consent", async () => {
    const browser = await Browser.open(url, { role: "member" })
    expect(await scopesOf(browser)).toBe("data:read")
    await run(updateMcpSettings, asPerson(browser.team), { mcp_writes_enabled: true })
    expect((await browser.openConsent(app)).view?.teams[0]?.may_allow_changes).toBe(true)
    expect(await scopesOf(browser)).toBe("data:read data:write")
    const viewer = await Browser.open(url, { role: "viewer", team: browser.team })
    expect(await scopesOf(viewer)).toBe("data:read")
    const asked = (await browser.connect(app, { scope: "data:read data:write" })).get("code") ?? ""
    expect((await exchange(url, app, asked)).body.scope).toBe("data:read")
  })

  it("can be given later, when the app asks for it (step-up)", async () => {
    const browser = await Browser.open(url)
    await run(updateMcpSettings, asPerson(browser.team), { mcp_writes_enabled: true })
    const first = await exchange(url, app, (await browser.connect(app)).get("code") ?? "")
    expect(first.body.scope).toBe("data:read")
    const code = (await browser.connect(app, { scope: "data:read data:write" }, true)).get("code") ?? ""
    const { body } = await exchange(url, app, code)
    expect((await authenticateAccessToken(body.access_token, `${url}/mcp`))?.scopes).toEqual([
      "data:read",
      "data:write",
    ])
  })
})
