import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma } from "@/prisma/client"
import { secretText } from "./signature"
import { signingMaterialOf } from "./signing-material"
import { updateWebhook } from "./update"

const update = async (team: TeamFacts, webhook_id: string, change: object) =>
  (await run(updateWebhook, asPerson(team), { webhook_id, ...change } as never)).data
const headers = (given: Record<string, string>) => Object.entries(given).map(([name, value]) => ({ name, value }))
const audited = async (team: TeamFacts) => (await run(listAudit, asPerson(team), { action: "endpoint." })).data
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe("webhooks.update", () => {
  it("changes the given settings only, and the audit has the old and the new values", async () => {
    const team = await freshTeam()
    const { id, url } = await freshWebhook(team, { description: "old", max_per_second: 5 })
    const change = { description: "new", max_per_second: null, retry_profile: "fast", is_fifo: true }
    expect(await update(team, id, change)).toMatchObject({ ...change, url, event_types: ["signal.*"] })
    const [entry] = await audited(team)
    expect(entry).toMatchObject({
      ...{ action: "endpoint.updated", subject_id: id, actor_label: "Ada Test" },
      before: { description: "old", max_per_second: 5, retry_profile: "standard", is_fifo: false },
      after: change,
    })
    expect(Object.keys(entry?.after as object).sort()).toEqual(Object.keys(change).sort())
  })

  it("writes no audit entry when nothing changes", async () => {
    const team = await freshTeam()
    const { id, url } = await freshWebhook(team)
    await update(team, id, { url, event_types: ["signal.*"], description: "" })
    await update(team, id, {})
    await update(team, id, { description: undefined, max_per_second: undefined })
    expect(await audited(team)).toEqual([])
  })

  it("replaces the headers for the next request, and the audit has only their names", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    expect((await update(team, id, { headers: headers({ "X-A": "first-93715", "X-B": "b" }) })).header_names).toEqual([
      "x-a",
      "x-b",
    ])
    expect((await signingMaterialOf(id)).headers).toEqual({ "x-a": "first-93715", "x-b": "b" })
    expect((await update(team, id, { headers: headers({ "X-A": "second-93715" }) })).header_names).toEqual(["x-a"])
    expect((await signingMaterialOf(id)).headers).toEqual({ "x-a": "second-93715" })
    expect((await update(team, id, { headers: [] })).header_names).toEqual([])
    expect((await signingMaterialOf(id)).headers).toEqual({})
    expect(await audited(team)).toHaveLength(3)
    expect(JSON.stringify(await audited(team))).not.toContain("93715")
  })

  it("resets failures, pause and breaker for a new URL, and does not change the secret", async () => {
    const team = await freshTeam()
    const bad = { failure_count: 7, first_failure_at: ago(30), last_failure_at: ago(1), notified_24h_at: ago(6) }
    const broken = { paused_until: ago(-1), breaker_openings: 3 }
    const { id, url, secret } = await freshWebhook(team, { ...bad, ...broken })
    expect(await update(team, id, { description: "same URL", url })).toMatchObject({
      failure_count: 7,
      health: "throttled",
    })
    const moved = await update(team, id, { url: "https://new.example.com/hook" })
    expect(moved).toMatchObject({ health: "active", failure_count: 0, first_failure_at: null, paused_until: null })
    expect((await signingMaterialOf(id)).secrets.map(secretText)).toEqual([secret])
    const kept = await inTeam(team.id, () => prisma.webhookEndpoint.findFirst({ where: { team_id: team.id, id } }))
    expect(kept).toMatchObject({ notified_24h_at: null, breaker_openings: 0, last_failure_at: null })
    expect(kept?.breaker_closed_at?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  it("removes custom headers when the URL changes, and the response and the audit name them", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { url: "https://hooks.example.com/a" })
    const given = headers({ authorization: "Bearer only-for-a", "x-tenant": "42" })
    expect((await update(team, id, { headers: given })).removed_headers).toEqual([])
    const same = await update(team, id, { url: "https://HOOKS.example.com:443/a" })
    expect([same.removed_headers, same.header_names]).toEqual([[], ["authorization", "x-tenant"]])

    for (const url of ["https://hooks.example.com/b", "https://hooks.example.com/b?key=1", "https://other.example/a"]) {
      await update(team, id, { headers: given })
      const moved = await update(team, id, { url })
      expect([moved.removed_headers, moved.header_names]).toEqual([["authorization", "x-tenant"], []])
      expect((await signingMaterialOf(id)).headers).toEqual({})
    }
    const [entry] = await audited(team)
    expect(entry?.before).toMatchObject({ header_names: ["authorization", "x-tenant"] })
    expect(entry?.after).toMatchObject({ url: "https://other.example/a", header_names: [] })

    const both = await update(team, id, { url: "https://third.example/a", headers: headers({ "x-new": "1" }) })
    expect([both.removed_headers, both.header_names]).toEqual([[], ["x-new"]])
  })

  it("cancels waiting deliveries of events that are no longer chosen, and nothing else", async () => {
    const team = await freshTeam()
    const [{ id }, other] = [
      await freshWebhook(team, { event_types: ["*"] }),
      await freshWebhook(team, { event_types: ["*"] }),
    ]
    const stays = [
      await freshDelivery(team, id, { event_type: "signal.created" }),
      await freshDelivery(team, id, { event_type: "test.ping" }),
      await freshDelivery(team, id, { event_type: "scan.completed", state: "leased" }),
      await freshDelivery(team, other.id, { event_type: "scan.completed" }),
    ]
    const canceledIds = [
      await freshDelivery(team, id, { event_type: "scan.completed" }),
      await freshDelivery(team, id, { event_type: "scan.completed", state: "held" }),
      await freshDelivery(team, id, { event_type: "endpoint.disabled" }),
    ]
    expect((await update(team, id, { event_types: ["signal.*"] })).counts).toEqual({
      pending: 2,
      in_flight: 1,
      held: 0,
      scheduled: 0,
    })
    const kept = await inTeam(team.id, () => prisma.webhookDelivery.findMany({ where: { team_id: team.id } }))
    const canceled = kept.filter(
      ({ state, ended_at, next_attempt_at }) => state === "cancelled" && ended_at && !next_attempt_at,
    )
    expect(canceled.map((d) => d.id).sort()).toEqual(canceledIds.sort())
    expect(
      kept
        .filter(({ state }) => state !== "cancelled")
        .map((d) => d.id)
        .sort(),
    ).toEqual(stays.sort())
  })

  it("creates the team's ed25519 key when an endpoint first enables it", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    expect((await signingMaterialOf(id)).ed25519).toHaveLength(0)
    await update(team, id, { signs_ed25519: true })
    expect((await signingMaterialOf(id)).ed25519).toHaveLength(1)
    await update(team, id, { signs_ed25519: false })
    expect((await signingMaterialOf(id)).ed25519).toHaveLength(0)
  })

  it("rejects the same URLs, events and duplicates as create, and changes nothing", async () => {
    const team = await freshTeam()
    const one = await freshWebhook(team)
    const two = await freshWebhook(team)
    const refusals = [
      [{ url: "http://new.example.com" }, "url_not_allowed"],
      [{ event_types: ["signal.nothing"] }, "event_type_unknown"],
      [{ event_types: [] }, "parameter_invalid"],
      [{ headers: headers({ host: "x" }) }, "parameter_invalid"],
      [{ headers: [...headers({ "x-a": "1" }), ...headers({ "x-a": "2" })] }, "parameter_invalid"],
      [{ url: one.url }, "endpoint_duplicate"],
      [{ state: "active" }, "parameter_unknown"],
    ] as const
    for (const [change, code] of refusals)
      await expect(update(team, two.id, { description: "changed", ...change }), code).rejects.toMatchObject({ code })
    expect(await update(team, two.id, {})).toMatchObject({ url: two.url, description: "", event_types: ["signal.*"] })
  })
})
