import { globSync } from "node:fs"
import { basename } from "node:path"
import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { freshMember, freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { changePlan } from "./change-plan"
import { createTeam } from "./create"
import { getTeam } from "./get"
import { listMyTeams } from "./list-mine"
import { listPlans } from "./list-plans"
import { slugFrom } from "./slug"
import { updateTeam } from "./update"

describe("a team", () => {
  it("is created by a user, who owns it and can own several", async () => {
    const ada = await freshPerson()
    await run(createTeam, ada, { name: "Beta" })
    await run(createTeam, ada, { name: "Alpha" })
    const { data } = await run(listMyTeams, ada, {})
    expect(data.map((t) => [t.name, t.role, t.plan])).toEqual([
      ["Alpha", "owner", "free"],
      ["Beta", "owner", "free"],
    ])
  })

  it("is one of at most 20 of its owner, also when they are created at the same time", async () => {
    const ada = await freshPerson()
    for (let i = 0; i < 18; i++) await run(createTeam, ada, { name: `Team ${i}` })
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => run(createTeam, ada, { name: "Another" })))
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2)
    const refused = all.filter((one) => one.status === "rejected").map(({ reason }) => reason.code)
    expect(new Set(refused)).toEqual(new Set(["plan_limit_reached"]))
  })

  it("is changed by its admins, and the audit log shows old and new values", async () => {
    const team = await freshTeam()
    const admin = await freshMember(team, "admin")
    await run(updateTeam, admin, { name: "Renamed", timezone: "Europe/Rome", week_starts_on: 7 })
    expect((await run(getTeam, admin, {})).data).toMatchObject({
      name: "Renamed",
      timezone: "Europe/Rome",
      week_starts_on: 7,
      currency: team.currency,
    })
    expect((await run(listAudit, admin, {})).data[0]).toMatchObject({
      action: "team.updated",
      before: { name: team.name, timezone: "UTC" },
      after: { name: "Renamed", timezone: "Europe/Rome" },
    })
    const member = await freshMember(team, "member")
    await expect(run(updateTeam, member, { name: "Mine" })).rejects.toMatchObject({ code: "role_missing" })
  })

  it("rejects a slug that is taken or reserved, and invalid time zones and currencies", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const owner = await freshMember(team, "owner")
    const change = (changes: object) => run(updateTeam, owner, changes)
    await expect(change({ slug: other.slug })).rejects.toMatchObject({ code: "already_exists" })
    for (const bad of [
      { slug: "settings" },
      { slug: "-a" },
      { timezone: "Mars/Base" },
      { timezone: "+05:30" },
      { currency: "eur" },
    ])
      await expect(change(bad)).rejects.toMatchObject({ code: "parameter_invalid" })
  })

  it("rejects the name of every page of the product as a slug", async () => {
    const owner = await freshMember(await freshTeam(), "owner")
    const pages = globSync("app/{*,(people)/*,(shared)/*}").map((path) => basename(path))
    const slugs = pages.filter((page) => /^[a-z-]+$/.test(page))
    expect(slugs).toEqual(expect.arrayContaining(["docs", "shared", "sign-in"]))
    for (const slug of slugs)
      await expect(run(updateTeam, owner, { slug }), slug).rejects.toMatchObject({ code: "parameter_invalid" })
  })

  it("changes its plan only by an owner", async () => {
    const team = await freshTeam({ plan: "free" })
    const owner = await freshMember(team, "owner")
    const admin = await freshMember(team, "admin")
    await expect(run(changePlan, admin, { plan: "pro" })).rejects.toMatchObject({ code: "role_missing" })
    await run(changePlan, owner, { plan: "pro" })
    await run(changePlan, owner, { plan: "pro" })
    const { data } = await run(listAudit, owner, { action: "team.plan_changed" })
    expect(data).toMatchObject([{ before: { plan: "free" }, after: { plan: "pro" } }])
    const plans = (await run(listPlans, { ...owner, team: { ...team, plan: "pro" } }, {})).data
    expect(plans.filter((p) => p.is_current).map((p) => [p.id, p.keys])).toEqual([["pro", 10]])
  })

  it("gets a readable slug", () => {
    expect(slugFrom("Caffè Élysée & Söhne GmbH")).toBe("caffe-elysee-sohne-gmbh")
    expect(slugFrom("Settings")).toBe("team-settings")
    expect(slugFrom("東京")).toBe("team")
  })
})
