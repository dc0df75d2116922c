import { afterEach, describe, expect, it, vi } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { teamEngines } from "@/domain/ai-engines/team-engines"
import { listAudit } from "@/domain/audit/list"
import { authenticateAccessToken } from "@/domain/connections/authenticate-token"
import { connectorUrl } from "@/domain/connections/settings"
import { Deadline } from "@/domain/kernel/deadline"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { authenticate } from "@/domain/keys/authenticate"
import { rotateKey } from "@/domain/keys/rotate"
import { processScan } from "@/domain/scans/process-scan"
import { vendorOfFile, vendorProject } from "@/domain/scans/testing/vendor-project"
import { changePlan } from "@/domain/teams/change-plan"
import { listPlans } from "@/domain/teams/list-plans"
import { findMembership } from "@/domain/teams/member"
import { freshAccessToken } from "@/domain/testing/connection"
import { freshKey } from "@/domain/testing/key"
import { freshOperator } from "@/domain/testing/operator"
import { freshMember } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { getMe } from "@/domain/usage/get-me"
import { inTeam, prisma } from "@/prisma/client"
import { listChanges } from "./list-changes"
import { listTeams } from "./list-teams"
import { updateTeamAsOperator } from "./update-team"

const vendor = vendorOfFile()
afterEach(() => vi.unstubAllEnvs())

const anywhere = { ip: null, userAgent: null }

describe("the operator", () => {
  it("lists every team with its owners and its usage", async () => {
    const olga = await freshOperator()
    const team = await freshTeam({ plan: "pro" })
    const owner = await freshMember(team, "owner")
    await freshMember(team, "viewer")
    await freshKey(team)
    const all = await run(listTeams, olga, { limit: 200, sort: "-members_n" })
    const members = all.data.map(({ members_n }) => members_n)
    expect(members).toEqual(members.toSorted((a, b) => b - a))
    const { data } = await run(listTeams, olga, { q: team.slug })
    expect(data).toMatchObject([
      {
        id: team.id,
        plan: "pro",
        is_suspended: false,
        may_use_operator_engines: false,
        owners: [{ email: owner.actor.kind === "person" ? owner.actor.email : "" }],
        members_n: 2,
        keys_n: 1,
        webhooks_n: 0,
        answers_this_month: 0,
      },
    ])
  })

  it("filters the teams by plan and by suspension", async () => {
    const olga = await freshOperator()
    const team = await freshTeam({ plan: "scale" })
    const isListed = async (filter: { plan?: "pro" | "scale"; is_suspended?: boolean }) =>
      (await run(listTeams, olga, { q: team.slug, ...filter })).data.length === 1
    expect(await isListed({ plan: "scale", is_suspended: false })).toBe(true)
    expect(await isListed({ plan: "pro" })).toBe(false)
    await run(updateTeamAsOperator, olga, { team_id: team.id, is_suspended: true, reason: "Unpaid invoice" })
    expect(await isListed({ is_suspended: true })).toBe(true)
    expect(await isListed({ is_suspended: false })).toBe(false)
  })

  it("sees how many keys of a team are active: a rotated key does not count", async () => {
    const olga = await freshOperator()
    const team = await freshTeam({ plan: "pro" })
    const { id } = await freshKey(team)
    await run(rotateKey, asPerson(team), { key_id: id, grace: "1h" })
    const { data } = await run(listTeams, olga, { q: team.slug })
    expect(data.map(({ keys_n }) => keys_n)).toEqual([1])
  })

  it("changes a team's plan, and the team and the operators can see who changed it", async () => {
    const olga = await freshOperator()
    const team = await freshTeam({ plan: "free" })
    const { data } = await run(updateTeamAsOperator, olga, { team_id: team.id, plan: "agency" })
    expect(data.plan).toBe("agency")
    await run(updateTeamAsOperator, olga, { team_id: team.id, plan: "agency" })
    const audit = await run(listAudit, asPerson(team), {})
    expect(audit.data).toMatchObject([
      {
        action: "team.plan_changed",
        actor_kind: "operator",
        actor_label: "Olga Operator",
        actor_is_gone: false,
        before: { plan: "free" },
        after: { plan: "agency" },
        ip: null,
      },
    ])
    const changes = (await run(listChanges, olga, {})).data.filter(({ subject_id }) => subject_id === team.id)
    expect(changes).toMatchObject([{ action: "team.plan_changed", subject_label: team.name, ip: olga.origin.ip }])
  })

  it("suspends a team: its keys are rejected and its scans are canceled", async () => {
    const olga = await freshOperator()
    const { team, start, ada } = await vendorProject(vendor)
    const { secret } = await freshKey(team)
    const { id: scan_id } = await start()
    await run(updateTeamAsOperator, olga, { team_id: team.id, is_suspended: true, reason: "Unpaid invoice" })
    const { team: suspended } = await authenticate(`Bearer ${secret}`, anywhere, new Date())
    const asking = { ...ada, team: suspended }
    await expect(run(listPlans, asking, {})).rejects.toMatchObject({
      code: "team_suspended",
      message: expect.stringContaining("Reason given by the operator: Unpaid invoice"),
    })
    const scan = await inTeam(team.id, () => prisma.scan.findFirstOrThrow({ where: { team_id: team.id, id: scan_id } }))
    expect(scan).toMatchObject({ status: "canceled", tasks_skipped: scan.tasks_total })
    const { data: changes } = await run(listChanges, olga, {})
    const change = changes.find(({ subject_id }) => subject_id === team.id)
    expect(change).toMatchObject({ action: "team.suspended", after: { reason: "Unpaid invoice" } })
    await run(updateTeamAsOperator, olga, { team_id: team.id, is_suspended: false })
    expect((await authenticate(`Bearer ${secret}`, anywhere, new Date())).team.is_suspended).toBe(false)
  })

  it("suspends a team again for another reason, which its members and their apps see", async () => {
    const olga = await freshOperator()
    const team = await freshTeam()
    const { actor } = await freshMember(team, "viewer")
    const token = await freshAccessToken({ teamId: team.id, userId: actor.id })
    const reason = async () => (await findMembership(actor.id, team.slug))?.team.suspension_reason
    const reasonForApps = async () =>
      (await authenticateAccessToken(token, connectorUrl()))?.caller.team.suspension_reason
    const suspend = (is_suspended: boolean, given: string) =>
      run(updateTeamAsOperator, { ...olga, now: () => new Date() }, { team_id: team.id, is_suspended, reason: given })
    expect(await reason()).toBeNull()
    await suspend(true, "Unpaid invoice")
    await suspend(false, "Paid")
    expect(await reason()).toBeNull()
    await suspend(true, "Spam")
    expect(await reason()).toBe("Spam")
    expect(await reasonForApps()).toBe("Spam")
    await suspend(true, "Spam in reports")
    expect(await reason()).toBe("Spam in reports")
    await run(updateTeamAsOperator, olga, { team_id: team.id, is_suspended: true })
    expect(await reason()).toBe("Spam in reports")
  })

  it("sets limits for one team and restores those of the plan", async () => {
    const olga = await freshOperator()
    const team = await freshTeam({ plan: "pro" })
    const { secret } = await freshKey(team)
    const limits = async () => {
      const found = await authenticate(`Bearer ${secret}`, anywhere, new Date())
      return (await run(getMe, { ...asPerson(team), team: found.team }, {})).data.limits
    }
    const before = await limits()
    await run(updateTeamAsOperator, olga, { team_id: team.id, limits: { ai_answers_per_month: 7, keys: 2 } })
    await run(updateTeamAsOperator, olga, { team_id: team.id, limits: { keys: 3 } })
    expect(await limits()).toEqual({ ...before, ai_answers_per_month: 7, keys: 3 })
    await run(updateTeamAsOperator, olga, { team_id: team.id, limits: { ai_answers_per_month: null, keys: null } })
    expect(await limits()).toEqual(before)
  })

  it("cannot change a team that does not exist or set a limit below zero", async () => {
    const olga = await freshOperator()
    await expect(run(updateTeamAsOperator, olga, { team_id: newId("team"), plan: "pro" })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    const { id: team_id } = await freshTeam()
    await expect(run(updateTeamAsOperator, olga, { team_id, limits: { keys: -1 } })).rejects.toMatchObject({
      code: "parameter_invalid",
    })
  })
})

describe("plan changes", () => {
  it.each(["operator", ""])("are made by the operator, not by the owner (SIGNALBOX_PLAN_CHANGES=%s)", async (value) => {
    vi.stubEnv("SIGNALBOX_PLAN_CHANGES", value)
    const team = await freshTeam({ plan: "free" })
    await expect(run(changePlan, asPerson(team), { plan: "scale" })).rejects.toMatchObject({ code: "role_missing" })
    await run(updateTeamAsOperator, await freshOperator(), { team_id: team.id, plan: "scale" })
  })
})

describe("the operator's engines", () => {
  const withoutKey = { engine: { api_key: undefined } } as never

  it("cannot be set up until the operator allows the team", async () => {
    vi.stubEnv("SIGNALBOX_OPERATOR_ENGINES", "allowed")
    await expect(vendorProject(vendor, withoutKey)).rejects.toMatchObject({ errors: [{ parameter: "api_key" }] })
    const team = await freshTeam()
    const setUp = () => run(setUpEngine, asPerson(team), { engine_id: "openai_api", is_enabled: true })
    await expect(setUp()).rejects.toMatchObject({ errors: [{ parameter: "api_key" }] })
    await run(updateTeamAsOperator, await freshOperator(), { team_id: team.id, may_use_operator_engines: true })
    expect((await setUp()).data).toMatchObject({ has_operator_url: true, is_enabled: true })
  })

  it("cannot be used by a new scan after the policy or the operator removes the access", async () => {
    const { team, start } = await vendorProject(vendor, withoutKey)
    vi.stubEnv("SIGNALBOX_OPERATOR_ENGINES", "allowed")
    await expect(start()).rejects.toMatchObject({ code: "state_conflict", extra: { blocker: "engine_not_set_up" } })
    const olga = await freshOperator()
    await run(updateTeamAsOperator, olga, { team_id: team.id, may_use_operator_engines: true })
    const { id } = await start()
    expect(id).toMatch(/^scn_/)
    await run(updateTeamAsOperator, olga, { team_id: team.id, may_use_operator_engines: false })
    await expect(start()).rejects.toMatchObject({ code: "state_conflict" })
  })

  it("are not queried by a running scan after the team loses access", async () => {
    const { start, scanOf } = await vendorProject(vendor, withoutKey)
    const { id: scan_id } = await start()
    vi.stubEnv("SIGNALBOX_OPERATOR_ENGINES", "allowed")
    await processScan(scan_id, new Deadline(30_000))
    expect(vendor.asked).toEqual([])
    expect(await scanOf(scan_id)).toMatchObject({ status: "failed" })
  })

  it("are disabled together with the keys entered for them, which are not sent to another URL", async () => {
    const { team } = await vendorProject(vendor)
    vi.stubEnv("SIGNALBOX_OPERATOR_ENGINES", "allowed")
    const olga = await freshOperator()
    await run(updateTeamAsOperator, olga, { team_id: team.id, may_use_operator_engines: true })
    await run(updateTeamAsOperator, olga, { team_id: team.id, may_use_operator_engines: false })
    expect(await inTeam(team.id, () => teamEngines(team.id, ["openai_api"]))).toEqual(new Map())
    const stored = await inTeam(team.id, () => prisma.teamEngine.findMany({ where: { team_id: team.id } }))
    expect(stored.find(({ engine_id }) => engine_id === "openai_api")).toMatchObject({
      is_enabled: false,
      key_sealed: null,
    })
    expect(stored.find(({ engine_id }) => engine_id === "sample")).toMatchObject({ is_enabled: true })
  })

  it("do not affect a team's key for the vendor's URL", async () => {
    vi.stubEnv("SIGNALBOX_OPERATOR_ENGINES", "allowed")
    const { team } = await vendorProject(vendor)
    const engine = (await inTeam(team.id, () => teamEngines(team.id, ["openai_api"]))).get("openai_api")
    expect(engine).toMatchObject({ isTrusted: false, settings: { baseUrl: undefined } })
  })
})
