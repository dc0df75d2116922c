import { describe, expect, it, vi } from "vitest"
import { getClient } from "@/domain/clients/get"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { projectWithAnswers, reportWithWidgets, signalOfClient } from "@/server/testing/sample-data"
import { completeArgument } from "./complete"
import { fetchRecord } from "./fetch"
import { searchRecords } from "./find"
import { listRecent } from "./list-recent"

async function setup() {
  const team = await freshTeam()
  const client = await freshClient(team, { name: "Bergamo Bikes" })
  const { report_id } = await reportWithWidgets(team)
  const project = await projectWithAnswers(team)
  const { signal_id } = await signalOfClient(team)
  const ctx = asPerson(team, "viewer")
  const search = async (query: string) => (await run(searchRecords, ctx, { query })).data.results
  return { team, ctx, client, report_id, signal_id, ...project, search }
}

describe("a search", () => {
  it("finds records of every kind by words and by id, best match first", async () => {
    const { search, client, report_id, project_id, prompt_id, signal_id, team } = await setup()
    expect(await search("bikes BERGAMO")).toMatchObject([{ id: client.id, type: "client", title: "Bergamo Bikes" }])
    expect((await search("monthly performance"))[0]).toMatchObject({ id: report_id, type: "report" })
    expect(await search("headphones")).toContainEqual(expect.objectContaining({ id: project_id, type: "project" }))
    expect((await search(prompt_id))[0]).toMatchObject({ id: prompt_id, type: "prompt" })
    const pathOf = async (id: string) => new URL((await search(id))[0]?.url ?? "").pathname
    expect(await pathOf(client.id)).toBe(`/${team.slug}/clients/${client.id}`)
    expect(await pathOf(signal_id)).toBe(`/${team.slug}/signals/${signal_id}`)
    expect(await pathOf(prompt_id)).toBe(`/${team.slug}/ai-visibility/${project_id}/prompts/${prompt_id}`)
    expect(await search("100%_nothing")).toEqual([])
  })

  it("says what to do next only if nothing was found", async () => {
    const { ctx } = await setup()
    const hintOf = async (query: string) => (await run(searchRecords, ctx, { query })).data.hint
    expect(await hintOf("zebra")).toMatch(/^No record contains any of these words\./)
    expect(await hintOf("bergamo")).toBeUndefined()
  })

  it("finds no records of other teams", async () => {
    const ada = await setup()
    const bob = await setup()
    expect((await ada.search("bergamo")).map(({ id }) => id)).toEqual([ada.client.id])
    await expect(run(fetchRecord, ada.ctx, { id: bob.client.id })).rejects.toMatchObject({ code: "resource_not_found" })
  })

  it("has results that fetch reads as text", async () => {
    const { ctx, client, report_id, project_id, prompt_id, signal_id } = await setup()
    const { data } = await run(fetchRecord, ctx, { id: client.id })
    expect(data).toMatchObject({ title: "Bergamo Bikes", metadata: { type: "client" } })
    expect(data.text).toContain("status: active\n")
    for (const id of [report_id, project_id, prompt_id, signal_id])
      expect((await run(fetchRecord, ctx, { id })).data.text.length).toBeGreaterThan(20)
    for (const id of ["cli_1", "team_01JD3Y8F5V6Q2K9M4N7P0R1S2T", "x"])
      await expect(run(fetchRecord, ctx, { id }), "so that the tool can suggest records").rejects.toMatchObject({
        code: "parameter_invalid",
        errors: [{ parameter: "id" }],
      })
  })
})

describe("a record that is read as text", () => {
  it("contains only fields of the public shape", async () => {
    const { ctx, client } = await setup()
    const handle = getClient.handle
    const spy = vi
      .spyOn(getClient, "handle")
      .mockImplementation(async (...call) => ({ data: { ...(await handle(...call)).data, secret: "s3cret" } }) as never)
    const { data } = await run(fetchRecord, ctx, { id: client.id })
    spy.mockRestore()
    expect(data.text).toContain("name: Bergamo Bikes\n")
    expect(data.text).not.toContain("s3cret")
  })
})

describe("the records that changed last", () => {
  it("are the team's clients, reports and projects, newest first", async () => {
    const { ctx, client, report_id, project_id } = await setup()
    await setup()
    const later = await freshClient(ctx.team, { name: "Later" })
    const { data } = await run(listRecent, ctx, {})
    expect(data[0]).toMatchObject({ id: later.id, type: "client", title: "Later" })
    const ids = data.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([client.id, report_id, project_id]))
    expect(ids.length).toBeLessThanOrEqual(20)
    const times = data.map(({ updated_at }) => updated_at)
    expect(times).toEqual(times.toSorted().reverse())
  })
})

describe("a completion", () => {
  it("returns ids by name and by id, within the chosen project", async () => {
    const { ctx, client, project_id, prompt_id, scan_id, answer_id } = await setup()
    const ask = async (argument: string, value: string, chosen = {}) =>
      (await run(completeArgument, ctx, { argument, value, chosen })).data.values
    expect(await ask("client_id", "berg")).toEqual([client.id])
    expect(await ask("client_id", client.id.slice(0, 20))).toContain(client.id)
    expect(await ask("prompt_id", "", { project_id })).toContain(prompt_id)
    expect(await ask("prompt_id", "", { project_id: "aip_other" })).toEqual([])
    expect(await ask("scan_id", "scn_")).toContain(scan_id)
    expect(await ask("answer_id", "", { project_id })).toContain(answer_id)
    for (const argument of ["report_id", "project_id", "signal_id", "competitor"])
      expect(await ask(argument, ""), argument).not.toEqual([])
    for (const argument of ["topic", "engine"]) expect(await ask(argument, ""), argument).toEqual([])
    expect(await ask("range", "last_7")).toEqual(["last_7_days"])
    for (const argument of ["password", "constructor", "toString", "__proto__"])
      expect(await ask(argument, ""), argument).toEqual([])
  })

  it("returns at most 100 values and says whether there are more", async () => {
    const { ctx } = await setup()
    const clients = Array.from({ length: 105 }, (_, i) => ({
      id: newId("client"),
      team_id: ctx.team.id,
      name: `Shop ${i}`,
      slug: `shop-${i}`,
    }))
    await inTeam(ctx.team.id, () => prisma.client.createMany({ data: clients.slice(0, 100) }))
    const ask = async () => (await run(completeArgument, ctx, { argument: "client_id", value: "shop" })).data
    expect(await ask()).toMatchObject({ total: 100, has_more: false })
    await inTeam(ctx.team.id, () => prisma.client.createMany({ data: clients.slice(100) }))
    const { values, total, has_more } = await ask()
    expect([values.length, total, has_more]).toEqual([100, 105, true])
  })
})
