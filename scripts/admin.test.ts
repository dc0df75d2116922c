import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run as perform } from "@/domain/kernel/operation"
import { isOperator } from "@/domain/kernel/operator"
import { findPersonById } from "@/domain/people/accounts"
import { findSession } from "@/domain/people/session"
import { signIn } from "@/domain/people/sign-in"
import { signUp } from "@/domain/people/sign-up"
import { acceptInvitation } from "@/domain/teams/accept-invitation"
import { findMembership } from "@/domain/teams/member"
import { asAnybody, freshPerson, password } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshAttempt, freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { pauseWebhook } from "@/domain/webhooks/pause"
import { acrossTeams, prisma } from "@/prisma/client"
import { run } from "./admin"
import { runInProcess } from "./testing/run-in-process"

const folder = mkdtempSync(join(tmpdir(), "signalbox-admin-"))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const runCommand = (...args: string[]) => runInProcess(run, [...args, "--data-dir", folder])

const teamNow = (id: string) => acrossTeams(() => prisma.team.findFirstOrThrow({ where: { id } }))

describe("npm run admin", () => {
  it.each([
    [],
    ["teams"],
    ["teams", "limits"],
    ["teams", "suspend"],
    ["accounts", "reset-password"],
    ["accounts", "change-email"],
    ["operators", "add"],
    ["engines"],
    ["webhooks"],
    ["scans"],
    ["changes"],
  ])("prints its help without a database: %s --help", async (...args) => {
    vi.stubEnv("DATABASE_URL", "")
    const { exitCode, out } = await runInProcess(run, [...args, "--help"])
    expect(exitCode).toBe(0)
    expect(out).toContain(`Usage: npm run admin -- ${args.join(" ")}`.trim())
    expect(out).toContain("--data-dir <folder>")
  })

  it.each([
    [["team"]],
    [["teams", "plan", "x", "huge"]],
    [["teams", "limits", "x", "--keys", "-1"]],
    [["teams", "suspend", "x"]],
    [["teams", "suspend", "x", "--reason", " "]],
    [["teams", "create", " "]],
    [["teams", "create", "x".repeat(81)]],
    [["teams", "create", "x", "--owner", "ada"]],
    [["teams", "limits", "x", "--keys", "1000000001"]],
    [["teams", "limits", "x", "--keys", ""]],
    [["scans", "--days", "0"]],
    [["webhooks", "--all", "--delivery", "dlv_1"]],
  ])("exits with code 2 when the command line is wrong: %j", async (args) => {
    expect((await runCommand(...args)).exitCode).toBe(2)
  })

  it("rejects a team that does not exist and names it in the error", async () => {
    await expect(runCommand("teams", "suspend", "no-such-team", "--reason", "Spam")).rejects.toThrow(
      'There is no team "no-such-team"',
    )
  })

  it("changes a team's plan, limits and suspension, lists the result and records each change in the audit log", async () => {
    const { id, slug } = await freshTeam({ plan: "free" })
    await runCommand("teams", "plan", slug, "pro")
    await runCommand("teams", "limits", slug, "--ai-answers-per-month", "50", "--keys", "3")
    await runCommand("teams", "limits", slug, "--keys", "plan")
    await runCommand("teams", "suspend", slug, "--reason", "Unpaid invoice")
    expect(await teamNow(id)).toMatchObject({ plan: "pro", is_suspended: true, limits: { aiAnswersPerMonth: 50 } })
    const { text } = await runCommand("teams", "list", "--search", slug, "--json")
    expect(JSON.parse(text)).toMatchObject([
      { team: slug, plan: "pro", suspended: true, own_limits: "ai_answers_per_month=50" },
    ])
    await runCommand("teams", "unsuspend", slug, "--reason", "Paid")
    expect(await teamNow(id)).toMatchObject({ is_suspended: false })
    const audit = await acrossTeams(() =>
      prisma.auditEntry.findMany({ where: { team_id: id }, orderBy: { id: "asc" } }),
    )
    expect(audit.map(({ action, actor_kind, actor_label }) => `${action} ${actor_kind} ${actor_label}`)).toEqual(
      ["plan_changed", "limits_changed", "limits_changed", "suspended", "unsuspended"].map(
        (action) => `team.${action} operator Command line`,
      ),
    )
    expect(audit.slice(-2).map(({ after }) => after)).toEqual([{ reason: "Unpaid invoice" }, { reason: "Paid" }])
    expect((await runCommand("changes")).text).toContain("team.unsuspended")
  })

  it("creates a team whose owner joins through a link, even as the first account of an installation", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const { text } = await runCommand("teams", "create", "Alpenrad Digital", "--plan", "agency")
    const token = /\/invitations\/([\w-]+)/.exec(text)?.[1] ?? ""
    const [, slug = ""] = /Created the team (\S+)\./.exec(text) ?? []
    const email = `${token.slice(0, 20).toLowerCase()}@example.test`
    const { data } = await perform(signUp, asAnybody(), { name: "Ada", email, password, invitation: token })
    const actor = {
      kind: "person",
      id: data.person_id,
      name: "Ada",
      email,
      session_version: 1,
      session_id: "",
    } as const
    await perform(acceptInvitation, { ...asAnybody(), actor }, { token })
    expect(await findMembership(data.person_id, slug)).toMatchObject({ role: "owner", team: { plan: "agency" } })
  })

  it("prints the results of changes as JSON, without the notes", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    vi.stubEnv("SIGNALBOX_OPERATOR_ENGINES", "allowed")
    const { actor } = await freshPerson({ is_email_verified: true })
    const json = async (...args: string[]) => JSON.parse((await runCommand(...args, "--json")).out)
    const { team, link } = await json("teams", "create", "Alpenrad Digital", "--owner", actor.email)
    expect(link).toContain("/invitations/")
    expect(await json("teams", "plan", team, "pro")).toEqual({ team })
    expect(await json("engines", "allow", team)).toEqual({ team })
    expect(await json("engines", "refuse", team)).toEqual({ team })
    expect(await json("operators", "add", actor.email)).toEqual({ email: actor.email })
    expect(await json("operators", "remove", actor.email)).toEqual({ email: actor.email, is_operator: false })
  })

  it("adds and removes operators, and adds an account with an unproven email address only with --unproven", async () => {
    const { actor } = await freshPerson()
    await expect(runCommand("operators", "add", actor.email)).rejects.toThrow(/is not confirmed.*add --unproven/)
    expect(await isOperator(actor.id)).toBe(false)
    await runCommand("operators", "add", actor.email, "--unproven")
    expect(await isOperator(actor.id)).toBe(true)
    expect((await runCommand("operators", "list")).text).toContain(actor.email)
    await runCommand("operators", "remove", actor.email)
    expect(await isOperator(actor.id)).toBe(false)
    await expect(runCommand("operators", "add", "nobody@example.test")).rejects.toThrow("There is no account")
  })

  it("sets a new password for an account, and ends its sessions", async () => {
    const { actor } = await freshPerson()
    const { text } = await runCommand("accounts", "reset-password", actor.email)
    const [, newPassword = ""] = /The new password of \S+: (\S+)/.exec(text) ?? []
    expect(await findSession(actor.session_id)).toBeNull()
    await expect(signIn(asAnybody(), { email: actor.email, password })).rejects.toMatchObject({
      code: "sign_in_failed",
    })
    expect(await signIn(asAnybody(), { email: actor.email, password: newPassword })).toMatchObject({ id: actor.id })
    const { text: changes } = await runCommand("changes")
    expect(changes).toContain("account.password_reset")
    expect(changes).not.toContain(newPassword)
    await expect(runCommand("accounts", "reset-password", "nobody@example.test")).rejects.toThrow("There is no account")
  })

  it("changes the email address of an account without confirming it, and ends its sessions", async () => {
    const [{ actor }, other, team] = [
      await freshPerson({ is_email_verified: true }),
      await freshPerson(),
      await freshTeam(),
    ]
    await acrossTeams(() => prisma.membership.create({ data: { team_id: team.id, user_id: actor.id, role: "member" } }))
    const change = (email: string) => runCommand("accounts", "change-email", actor.email, email)
    await expect(change(other.actor.email)).rejects.toThrow("Another account has the address")
    await expect(change("not an address")).rejects.toThrow("is not an email address")
    expect(await findSession(actor.session_id)).not.toBeNull()

    const email = `new-${actor.email}`
    expect((await change(email.toUpperCase())).text).toContain(`The account has the address ${email} now`)
    expect(await findPersonById(actor.id)).toMatchObject({ email, is_email_verified: false, has_password: true })
    expect(await findSession(actor.session_id)).toBeNull()
    expect(await signIn(asAnybody(), { email, password })).toMatchObject({ id: actor.id })
    const audit = await perform(listAudit, asPerson(team), { action: "member.email_changed" })
    expect(audit.data).toMatchObject([{ subject_id: actor.id, before: { email: actor.email }, after: { email } }])
    expect((await runCommand("changes")).text).toContain("account.email_changed")
    await expect(change("ada@example.test")).rejects.toThrow("There is no account")
  })

  it("allows a team to use the operator's engines, and revokes it again", async () => {
    vi.stubEnv("SIGNALBOX_OPERATOR_ENGINES", "allowed")
    const { id, slug } = await freshTeam()
    expect((await runCommand("engines", "list")).text).not.toContain(slug)
    await runCommand("engines", "allow", slug)
    expect((await runCommand("engines", "list")).text).toContain(slug)
    await runCommand("engines", "refuse", slug)
    expect(await teamNow(id)).toMatchObject({ may_use_operator_engines: false })
  })

  it("lists only failing endpoints, with their team, the time of the first failure and the reason", async () => {
    const team = await freshTeam()
    const since = new Date("2026-11-20T03:00:00Z")
    const failing = { failure_count: 7, first_failure_at: since, last_failure_at: since }
    const { id, url } = await freshWebhook(team, failing)
    await freshAttempt(team, id, {
      state: "failed",
      status: 503,
      error_code: "http_5xx",
      started_at: since,
      ended_at: since,
    })
    await freshDelivery(team, id, { created_at: since })
    const healthy = await freshWebhook(team)
    const { text } = await runCommand("webhooks")
    const line = text.split("\n").find((one) => one.includes(id)) ?? ""
    expect(line).toContain(`${team.slug}  `)
    expect(line).toContain("failing")
    expect(line).toContain("2026-11-20 03:00")
    expect(line).toContain("The receiver returned a server error (status 503).")
    expect(text, "the path of a URL may hold a secret").not.toContain(url)
    expect(text).not.toContain(healthy.id)
    expect((await runCommand("webhooks", "--all")).text).toContain(healthy.id)
  })

  const explain = async (id: string) => JSON.parse((await runCommand("webhooks", "--delivery", id, "--json")).text)

  it("explains why a pending delivery was not sent: its next attempt, last error, endpoint, pause and team", async () => {
    const team = await freshTeam({ plan: "agency" })
    const paused_until = new Date("2099-01-01T03:00:00Z")
    const { id: endpoint_id, url } = await freshWebhook(team, { paused_until, paused_by: "receiver" })
    const next_attempt_at = new Date("2026-11-20T03:00:00Z")
    const failed = { last_attempt: 2, last_status: 503, last_error_code: "http_5xx" }
    const id = await freshDelivery(team, endpoint_id, { next_attempt_at, ...failed })
    expect(await explain(id)).toMatchObject({
      ...{ delivery_id: id, event_type: "signal.created", state: "pending", attempts: 2, endpoint_id },
      next_attempt_at: next_attempt_at.toISOString(),
      last_error: "The receiver returned a server error (status 503).",
      ...{ host: "hooks.example.com", endpoint_health: "throttled", throttled_by: "receiver", paused_by: null },
      paused_until: paused_until.toISOString(),
      ...{ team: team.slug, plan: "agency", team_is_suspended: false },
      reason: "The receiver asked us to wait until 2099-01-01 03:00 UTC. Queued events are kept.",
    })
    const { text } = await runCommand("webhooks", "--delivery", id)
    expect(text).toMatch(/^REASON +The receiver asked us to wait until 2099-01-01 03:00 UTC\./m)
    expect(text).toMatch(/^NEXT ATTEMPT AT +2026-11-20 03:00$/m)
    expect(text, "the path of a URL may hold a secret").not.toContain(url)
  })

  it("explains why a held delivery was not sent: who paused its endpoint, or that its team is suspended", async () => {
    const team = await freshTeam()
    const webhook_id = (await freshWebhook(team)).id
    const held = await freshDelivery(team, webhook_id, { state: "held" })
    const admin = asPerson(team)
    await perform(pauseWebhook, admin, { webhook_id })
    expect(await explain(held)).toMatchObject({
      ...{ state: "held", endpoint_health: "paused", paused_until: null },
      paused_by: admin.actor.name,
      reason: expect.stringMatching(/^Paused manually\. 1 event is held\. /),
    })
    await runCommand("teams", "suspend", team.slug, "--reason", "Unpaid invoice")
    expect(await explain(held)).toMatchObject({
      ...{ endpoint_health: "suspended", team_is_suspended: true },
      reason: expect.stringMatching(/^The team is suspended, so new events are held\. /),
    })
  })

  it("explains a delivery of a deleted endpoint, and rejects an ID that no delivery has", async () => {
    const team = await freshTeam()
    const { id: endpoint_id } = await freshWebhook(team, { state: "deleted", deleted_at: new Date() })
    const canceled = await freshDelivery(team, endpoint_id, { state: "cancelled" })
    expect(await explain(canceled)).toMatchObject({
      ...{ state: "cancelled", endpoint_health: "deleted" },
      reason: expect.stringContaining("because the webhook was deleted or someone skipped it"),
    })
    await expect(runCommand("webhooks", "--delivery", "dlv_none")).rejects.toThrow('There is no delivery "dlv_none"')
  })
})
