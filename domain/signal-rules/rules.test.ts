import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { appliedRule, appliedThresholds, loadRules } from "./applied-rules"
import { createSignalRule } from "./create"
import { deleteSignalRule } from "./delete"
import { listSignalRules } from "./list"
import { maxRules } from "./rule"
import { updateSignalRule } from "./update"

async function setup() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const ada = asPerson(team, "member")
  const create = async (given: Partial<Parameters<typeof run<typeof createSignalRule>>[2]>) =>
    (await run(createSignalRule, ada, { type: "metric_anomaly", name: "Rule", ...given })).data
  return { team, client, ada, create }
}

describe("signal rules", () => {
  it("for many clients have the first evaluated at once, and the others one by one", async () => {
    const { team, create } = await setup()
    for (let n = 0; n < 24; n++) await freshClient(team)
    await create({ client_id: null })
    const due = await inTeam(team.id, () =>
      prisma.signalEvaluation.findMany({ where: { team_id: team.id }, orderBy: { due_at: "asc" } }),
    )
    const times = due.map(({ due_at }) => due_at?.getTime() ?? 0)
    expect(times).toHaveLength(25)
    const delays = times.slice(19).map((time) => Math.round((time - (times[0] ?? 0)) / 2_000))
    expect(delays).toEqual([0, 1, 2, 3, 4, 5])
  })

  it("are sorted by name and by the last change, in both directions", async () => {
    const { ada, create } = await setup()
    for (const name of ["beta", "Alpha"]) await create({ name })
    const names = async (sort: string) =>
      (await run(listSignalRules, ada, { sort } as never)).data.map(({ name }) => name)
    for (const sort of ["name", "-updated_at"]) expect(await names(sort)).toEqual(["Alpha", "beta"])
    for (const sort of ["-name", "updated_at"]) expect(await names(sort)).toEqual(["beta", "Alpha"])
  })

  it("are created, changed, muted and deleted, and the audit log names each change", async () => {
    const { team, ada, create } = await setup()
    const { id: rule_id } = await create({ name: "Main metrics", params: { alerts_per_month: 2 } })
    const muted_until = "2027-01-01T00:00:00.000Z"
    const { data: changed } = await run(updateSignalRule, ada, { rule_id, sensitivity: "high", muted_until })
    expect(changed).toMatchObject({ name: "Main metrics", sensitivity: "high", muted_until, cooldown_hours: 72 })
    expect((await run(listSignalRules, ada, { type: ["metric_anomaly"] })).data).toEqual([changed])
    await run(deleteSignalRule, ada, { rule_id })
    await expect(run(updateSignalRule, ada, { rule_id, name: "x" })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: rule_id })
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "signal_rule.created",
      "signal_rule.deleted",
      "signal_rule.updated",
    ])
  })

  it("are at most 200 per team", async () => {
    const { team, create } = await setup()
    const { id, ...rule } = await inTeam(team.id, () =>
      create({}).then(({ id }) => prisma.signalRule.findFirstOrThrow({ where: { team_id: team.id, id } })),
    )
    const rules = Array.from({ length: maxRules - 1 }, () => ({ ...rule, id: newId("signalRule") }))
    await inTeam(team.id, () => prisma.signalRule.createMany({ data: rules as never }))
    await expect(create({})).rejects.toMatchObject({ code: "plan_limit_reached" })
  })

  it("accept only the settings of their type", async () => {
    const { create } = await setup()
    await expect(create({ params: { limit: 3 } })).rejects.toMatchObject({ code: "parameter_invalid" })
    await expect(create({ type: "metric_threshold", params: { metric_id: "mood" } })).rejects.toMatchObject({
      code: "parameter_invalid",
      errors: expect.arrayContaining([expect.objectContaining({ pointer: "/params/metric_id" })]),
    })
    const params = { metric_id: "sessions", comparator: "below", limit: 10 }
    expect((await create({ type: "metric_threshold", params })).params).toEqual({
      ...params,
      days: 1,
      severity: "warning",
    })
  })

  it.each([1e308, -1e308, 1.1e15, Number.NaN])("have no limit that no value can reach: %d", async (limit) => {
    const { create } = await setup()
    const params = { metric_id: "sessions", comparator: "below", limit }
    await expect(create({ type: "metric_threshold", params })).rejects.toMatchObject({
      errors: [expect.objectContaining({ pointer: "/params/limit" })],
    })
  })

  it("cannot be for a client of another team, and viewers cannot change them", async () => {
    const { team, create } = await setup()
    const other = await freshClient(await freshTeam())
    await expect(create({ client_id: other.id })).rejects.toMatchObject({ code: "resource_not_found" })
    const viewer = asPerson(team, "viewer")
    await expect(run(createSignalRule, viewer, { type: "goal_met", name: "x" })).rejects.toMatchObject({
      code: "role_missing",
    })
  })
})

describe("the rule that applies", () => {
  it("is the one with the narrowest scope, and the newest among equals; without a rule the defaults apply", async () => {
    const { team, client, create } = await setup()
    const other = await freshClient(team)
    const sensitivity = async (client_id: string, metric_id = "sessions") => {
      const rules = await inTeam(team.id, () => loadRules(team.id))
      return appliedRule(rules, "metric_anomaly", { client_id, metric_id })?.sensitivity
    }
    expect(await sensitivity(client.id)).toBe("medium")
    await create({ sensitivity: "low" })
    await create({ sensitivity: "high", client_id: client.id })
    expect([await sensitivity(client.id), await sensitivity(other.id)]).toEqual(["high", "low"])
    await create({ sensitivity: "medium", client_id: client.id, params: { metric_ids: ["revenue"] } })
    expect([await sensitivity(client.id), await sensitivity(client.id, "revenue")]).toEqual(["high", "medium"])
    await create({ client_id: client.id, is_enabled: false })
    expect(await sensitivity(client.id)).toBeUndefined()
  })

  it("of a threshold is every rule that covers the client", async () => {
    const { team, client, create } = await setup()
    const params = { metric_id: "sessions", comparator: "below", limit: 10 }
    for (const given of [{}, { client_id: client.id }, { is_enabled: false }])
      await create({ type: "metric_threshold", params, ...given })
    const rules = await inTeam(team.id, () => loadRules(team.id))
    expect(appliedThresholds(rules, { client_id: client.id })).toHaveLength(2)
    expect(appliedThresholds(rules, { client_id: "cli_other" })).toHaveLength(1)
  })
})
