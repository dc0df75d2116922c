import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { getOverview } from "./get-overview"

const connection = { id: "grant", clientName: "Test", scopes: ["data:read"] as const, areWritesEnabled: true }

describe("the overview of a team", () => {
  it("has counts, usage and today's date in the team's time zone", async () => {
    const team = await freshTeam({ timezone: "Pacific/Auckland" })
    await freshClient(team)
    const ctx = asPerson(team, "viewer", () => new Date("2026-11-20T12:00:00Z"))
    const { data } = await run(getOverview, ctx, {})
    expect(data).toMatchObject({
      team: { id: team.id, plan: "agency" },
      user: { name: "Ada Test", role: "viewer" },
      today: "2026-11-21",
      counts: { clients: 1, reports: 0, open_signals: 0 },
      usage: { ai_answers_this_month: 0, ai_answers_per_month: 20_000 },
    })
  })

  it("says why changes are not possible", async () => {
    const team = await freshTeam()
    const reason = async (role: "viewer" | "member", more: object) => {
      const ctx = { ...asPerson(team, role), connection: { ...connection, ...more } }
      return (await run(getOverview, ctx, {})).data.write_actions
    }
    expect(await reason("viewer", {})).toMatchObject({ available: false, reason: expect.stringContaining("role") })
    expect(await reason("member", { areWritesEnabled: false })).toMatchObject({
      reason: expect.stringContaining("team"),
    })
    expect(await reason("member", {})).toMatchObject({ reason: expect.stringContaining("may only read") })
    const both = { scopes: ["data:read", "data:write"] }
    expect(await reason("member", both)).toMatchObject({ available: true, reason: null })
  })
})
