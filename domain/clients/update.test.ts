import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { tools } from "@/server/mcp/catalogue"
import { archiveClient } from "./archive"
import { updateClient } from "./update"

async function setup() {
  const team = await freshTeam()
  const { id: client_id } = await freshClient(team, { name: "Bergamo Bikes", external_id: "crm-1" })
  const update = (change: object, role: "viewer" | "member" = "member") =>
    run(updateClient, asPerson(team, role), { client_id, ...change })
  return { team, client_id, update }
}

describe("clients.update", () => {
  it("lets models change no domains, because the commentary of reports may link to them", () => {
    const { properties } = tools.get("update_client")?.definition.inputSchema ?? {}
    expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(["name", "timezone", "status"]))
    for (const widening of ["domains", "website_url"]) expect(properties).not.toHaveProperty(widening)
  })

  it("changes only the given fields, and records the old and new values in the audit log", async () => {
    const { team, client_id, update } = await setup()
    const { data } = await update({
      name: "Bergamo Bicycles",
      website_url: "https://www.bergamo.example/shop",
      industry: "Retail",
      timezone: "Europe/Rome",
      currency: "EUR",
      tags: ["italy", "retail", "italy"],
    })
    expect(data).toMatchObject({
      name: "Bergamo Bicycles",
      primary_domain: "bergamo.example",
      currency: "EUR",
      tags: ["italy", "retail"],
      external_id: "crm-1",
    })
    expect((await update({ domains: ["bikes.example"] })).data).toMatchObject({
      primary_domain: "bikes.example",
      website_url: "https://www.bergamo.example/shop",
    })
    expect((await update({ website_url: null, domains: [], industry: null })).data).toMatchObject({
      primary_domain: null,
      industry: null,
    })
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: client_id })
    expect(entries.at(-1)).toMatchObject({
      action: "client.updated",
      before: { name: "Bergamo Bikes", industry: null },
      after: { name: "Bergamo Bicycles", industry: "Retail" },
    })
  })

  it("rejects the name or external id of another client, with the error at that field", async () => {
    const { team, update } = await setup()
    const other = await freshClient(team, { name: "Kettenwerk", external_id: "crm-2" })
    const taken = (parameter: string) => ({
      code: "already_exists",
      errors: [{ parameter }],
      extra: { client_id: other.id },
    })
    await expect(update({ name: "KETTENWERK" })).rejects.toMatchObject(taken("name"))
    await expect(update({ external_id: "crm-2" })).rejects.toMatchObject(taken("external_id"))
    await expect(update({ external_id: "crm-2" })).rejects.toThrow(
      "The client Kettenwerk already has this external ID.",
    )
    expect((await update({ name: "BERGAMO BIKES", external_id: "crm-1" })).data.name).toBe("BERGAMO BIKES")
  })

  it("reports every invalid field", async () => {
    const { update } = await setup()
    const wrong = { website_url: "javascript:alert(1)", domains: ["ok.example", "no domain"], currency: "XXZ" }
    await expect(update(wrong)).rejects.toMatchObject({
      code: "parameter_invalid",
      errors: [{ parameter: "website_url" }, { pointer: "/domains/1" }, { parameter: "currency" }],
    })
  })

  it("is allowed for members, rejects changes to archived clients, and does not find clients of other teams", async () => {
    const { team, client_id, update } = await setup()
    await expect(update({ name: "Mine" }, "viewer")).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(updateClient, asKey(team), { client_id, name: "Mine" })).rejects.toMatchObject({
      code: "scope_missing",
    })
    const stranger = asPerson(await freshTeam())
    await expect(run(updateClient, stranger, { client_id, name: "Mine" })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    await run(archiveClient, asPerson(team, "admin"), { client_id })
    await expect(update({ name: "Other" })).rejects.toMatchObject({ code: "state_conflict" })
  })
})
