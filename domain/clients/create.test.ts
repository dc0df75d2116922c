import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { createClient } from "./create"
import { listClients } from "./list"

describe("clients.create", () => {
  it("adds a client with a unique slug and records it in the audit log", async () => {
    const team = await freshTeam()
    const { data } = await run(createClient, asPerson(team, "member"), { name: " Caffè Élysée " })
    expect(data).toMatchObject({
      name: "Caffè Élysée",
      slug: "caffe-elysee",
      status: "active",
      timezone: null,
      currency: null,
    })
    const other = await run(createClient, asPerson(team, "member"), {
      name: "Caffe Elysee!",
      timezone: "Europe/Rome",
      currency: "CHF",
    })
    expect(other.data).toMatchObject({ timezone: "Europe/Rome", currency: "CHF" })
    expect(other.data.slug).toMatch(/^caffe-elysee-.{6}$/)
    expect((await run(listAudit, asPerson(team), {})).data[0]).toMatchObject({
      action: "client.created",
      subject_id: other.data.id,
    })
  })

  it("cuts a long slug without a hyphen at its end", async () => {
    const { data } = await run(createClient, asPerson(await freshTeam()), { name: `${"a".repeat(59)} Bikes` })
    expect(data.slug).toBe("a".repeat(59))
  })

  it("rejects a name that another client has, ignoring case, even in concurrent requests", async () => {
    const team = await freshTeam()
    const add = (name: string) => run(createClient, asPerson(team), { name })
    const settled = await Promise.allSettled(["Acme_1", "ACME_1", "acme_1"].map(add))
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"])
    const { data } = await run(listClients, asPerson(team), {})
    await expect(add("Acme_1")).rejects.toMatchObject({ code: "already_exists", extra: { client_id: data[0]?.id } })
    expect((await add("AcmeX1")).data.name).toBe("AcmeX1")
  })

  it("is allowed for members, but not for API keys or viewers", async () => {
    const team = await freshTeam()
    await expect(run(createClient, asPerson(team, "viewer"), { name: "A" })).rejects.toMatchObject({
      code: "role_missing",
    })
    await expect(run(createClient, asKey(team), { name: "A" })).rejects.toMatchObject({ code: "scope_missing" })
    await expect(run(createClient, asPerson(team), { name: " " })).rejects.toMatchObject({ code: "parameter_invalid" })
  })
})
