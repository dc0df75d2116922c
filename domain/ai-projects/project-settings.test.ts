import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import type { Role } from "@/domain/kernel/roles"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { tools } from "@/server/mcp/catalogue"
import { createBrand } from "./brands/create-brand"
import { updateBrand } from "./brands/update-brand"
import { createProject } from "./create-project"
import { getProject } from "./get-project"
import { checkPrompts } from "./prompts/check-prompts"
import { createPrompts } from "./prompts/create-prompts"
import { listPrompts } from "./prompts/list-prompts"
import { updatePrompt } from "./prompts/update-prompt"
import { updatePrompts } from "./prompts/update-prompts"
import { createTopic } from "./topics/create-topic"
import { deleteTopic } from "./topics/delete-topic"
import { updateTopic } from "./topics/update-topic"
import { updateProject } from "./update-project"

async function setup() {
  const team = await freshTeam()
  const client_id = newId("client")
  await inTeam(team.id, () =>
    prisma.client.create({
      data: { id: client_id, team_id: team.id, name: "Bergamo Bikes", slug: client_id.toLowerCase() },
    }),
  )
  const ada = asPerson(team, "member")
  const own_brand = {
    name: "Bergamo Bikes",
    aliases: ["BergamoBikes"],
    domains: ["https://www.BergamoBikes.example/shop"],
  }
  const { data: project } = await run(createProject, ada, { client_id, name: "E-bikes", own_brand })
  const prompts = async () =>
    (await run(listPrompts, ada, { project_id: project.id, status: ["active"] } as never)).data
  const panel = async () => (await run(getProject, ada, { project_id: project.id })).data.panel_version
  return { team, ada, client_id, project, prompts, panel }
}

const texts = (...all: string[]) => all.map((text) => ({ text }))

describe("projects", () => {
  it("are created with your brand and normalized domains, and recorded in the audit log", async () => {
    const { team, project } = await setup()
    expect(project).toMatchObject({
      name: "E-bikes",
      panel_version: 1,
      runs_per_prompt: 3,
      status: "active",
      schedule: { every: "manual" },
    })
    const brand = await inTeam(team.id, () => prisma.aiBrand.findFirstOrThrow({ where: { project_id: project.id } }))
    expect(brand).toMatchObject({ kind: "own", domains: ["bergamobikes.example"] })
    expect((await run(listAudit, asPerson(team), {})).data[0]).toMatchObject({
      action: "ai_visibility.project_created",
      subject_id: project.id,
    })
  })

  it("are rejected for a duplicate name, a client of another team, and viewers", async () => {
    const { ada, client_id } = await setup()
    const input = { client_id, name: "E-bikes", own_brand: { name: "B" } }
    await expect(run(createProject, ada, input)).rejects.toMatchObject({ code: "already_exists" })
    const stranger = await freshTeam()
    await expect(run(createProject, asPerson(stranger), input)).rejects.toThrow("Your team has no client with this ID.")
    await expect(run(createProject, asPerson(stranger, "viewer"), input)).rejects.toMatchObject({
      code: "role_missing",
    })
    await expect(run(createProject, asKey(stranger), input)).rejects.toMatchObject({ code: "scope_missing" })
  })

  it.each([
    [{ name: " " }, "name"],
    [{ regions: ["Italy"] }, "/regions/0"],
    [{ runs_per_prompt: 21 }, "runs_per_prompt"],
    [{ schedule: { every: "daily", hour: 24 } }, "/schedule/hour"],
    [{ schedule: { every: "daily", timezone: "Mars/Olympus" } }, "/schedule/timezone"],
    [{ language: "English" }, "language"],
    [{ own_brand: { name: "B", domains: ["not a domain"] } }, "/own_brand/domains/0"],
  ])("reports the invalid field of %j", async (given, where) => {
    const { ada, client_id } = await setup()
    const failing = run(createProject, ada, { client_id, name: "Other", own_brand: { name: "B" }, ...given } as never)
    const problem = await failing.catch((error) => error)
    expect(problem).toMatchObject({ code: "parameter_invalid" })
    expect(problem.errors.map((e: { parameter?: string; pointer?: string }) => e.parameter ?? e.pointer)).toEqual([
      where,
    ])
  })

  it("let members lower the answer budget, and only admins and owners raise it", async () => {
    const { team, ada, project } = await setup()
    const project_id = project.id
    const budget = async (role: Role, monthly_answer_budget: number) =>
      (await run(updateProject, asPerson(team, role), { project_id, monthly_answer_budget })).data.monthly_answer_budget
    const refused = { code: "role_missing", errors: [{ parameter: "monthly_answer_budget" }] }
    expect(await budget("member", 500)).toBe(500)
    expect(await budget("member", 100)).toBe(100)
    expect(await budget("member", 100)).toBe(100)
    await expect(budget("member", 101)).rejects.toMatchObject(refused)
    await expect(budget("member", 0), "0 is as many as the plan has").rejects.toMatchObject(refused)
    expect((await run(getProject, ada, { project_id })).data.monthly_answer_budget).toBe(100)
    expect(await budget("admin", 200)).toBe(200)
    expect(await budget("owner", 0)).toBe(0)
  })

  it("keep their answer budget when models change them", () => {
    for (const name of ["create_visibility_project", "update_visibility_project"])
      expect(tools.get(name)?.definition.inputSchema.properties, name).not.toHaveProperty("monthly_answer_budget")
  })

  it("have no schedule when models create them, because clients do not ask the user before a creation", () => {
    const { annotations, inputSchema } = tools.get("create_visibility_project")?.definition ?? {}
    expect(annotations).toMatchObject({ destructiveHint: false })
    for (const name of ["schedule", "runs_per_prompt"]) expect(inputSchema?.properties).not.toHaveProperty(name)
  })

  it("record changes of the project, a brand and prompts with the values before", async () => {
    const { team, ada, project } = await setup()
    const project_id = project.id
    const newestEntry = async () => (await run(listAudit, asPerson(team), {})).data[0]
    await run(updateProject, ada, { project_id, name: "City bikes", runs_per_prompt: 5 })
    expect(await newestEntry()).toMatchObject({ before: { name: "E-bikes", runs_per_prompt: 3 } })
    await run(updateProject, ada, { project_id, runs_per_prompt: 4 })
    expect(await newestEntry()).toMatchObject({
      before: { name: "City bikes", runs_per_prompt: 5 },
      after: { name: "City bikes", runs_per_prompt: 4 },
    })
    const { data: brand } = await run(createBrand, ada, { project_id, name: "Velo Uno", kind: "competitor" })
    await run(updateBrand, ada, { brand_id: brand.id, kind: "ignored" })
    expect(await newestEntry()).toMatchObject({
      before: { name: "Velo Uno", kind: "competitor" },
      after: { name: "Velo Uno", kind: "ignored" },
    })
    const long = `${"a".repeat(199)}🚲 for the city`
    const { data: created } = await run(createPrompts, ada, { project_id, prompts: texts("best city bike", long) })
    const cut = `${"a".repeat(199)}\uFFFD…`
    expect(await newestEntry()).toMatchObject({ before: null, after: { prompts: 2, texts: ["best city bike", cut] } })
    const prompt_id = created.items[0]?.id ?? ""
    await run(updatePrompt, ada, { prompt_id, tags: ["eu"] })
    expect(await newestEntry()).toMatchObject({
      before: { text: "best city bike", project_id, tags: [] },
      after: { text: "best city bike", project_id, tags: ["eu"] },
    })
    await run(updatePrompts, ada, { project_id, prompt_ids: [prompt_id], tags: [], status: "paused" })
    const before = { prompts: [{ id: prompt_id, tags: ["eu"], status: "active" }] }
    expect(await newestEntry()).toMatchObject({ before, after: { name: "City bikes" } })
  })

  it("add and remove competitors by name, and repeating it changes nothing", async () => {
    const { team, ada, project } = await setup()
    const change = async (given: object) =>
      (await run(updateProject, ada, { project_id: project.id, ...given })).data.competitors.map(({ name }) => name)
    const add_competitors = [
      { name: "Alpenrad", domains: ["https://www.alpenrad.example:8080/de?a=b"] },
      { name: "Velo Uno" },
    ]
    expect(await change({ add_competitors })).toEqual(["Alpenrad", "Velo Uno"])
    expect(await change({ add_competitors })).toEqual(["Alpenrad", "Velo Uno"])
    expect(await change({ remove_competitors: ["velo uno"], name: "Bikes" })).toEqual(["Alpenrad"])
    expect(await change({ remove_competitors: ["velo uno"] })).toEqual(["Alpenrad"])
    const brands = () =>
      inTeam(team.id, () =>
        prisma.aiBrand.findMany({
          where: { project_id: project.id },
          orderBy: { name: "asc" },
          omit: { team_id: true },
        }),
      )
    expect((await brands()).map(({ name, kind, domains }) => [name, kind, domains])).toEqual([
      ["Alpenrad", "competitor", ["alpenrad.example"]],
      ["Bergamo Bikes", "own", ["bergamobikes.example"]],
      ["Velo Uno", "ignored", []],
    ])
    const { id } = (await brands()).find(({ name }) => name === "Velo Uno") ?? {}
    expect(await change({ add_competitors: [{ name: "VELO UNO" }] })).toEqual(["Alpenrad", "Velo Uno"])
    expect((await brands()).find(({ name }) => name === "Velo Uno")).toMatchObject({ id, kind: "competitor" })
    const { version } = await inTeam(team.id, () => prisma.aiRecount.findFirstOrThrow({ where: { team_id: team.id } }))
    expect(version, "each real change starts one recount").toBe(3)
    const actions = (await run(listAudit, asPerson(team), {})).data.map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith("ai_visibility.brand_"))).toEqual([
      "ai_visibility.brand_updated",
      "ai_visibility.brand_updated",
      "ai_visibility.brand_created",
      "ai_visibility.brand_created",
    ])
  })

  it("refuse to remove an unknown competitor, and your own brand in either list", async () => {
    const { ada, project } = await setup()
    const project_id = project.id
    const change = (given: object) => run(updateProject, ada, { project_id, name: "Other", ...given })
    await run(updateProject, ada, { project_id, add_competitors: [{ name: "Alpenrad" }] })
    for (const name of ["Velo Uno", "Bergamo Bikes"])
      await expect(change({ remove_competitors: ["Alpenrad", name] })).rejects.toMatchObject({
        code: "parameter_invalid",
        errors: [{ parameter: "remove_competitors", fix: expect.stringContaining("Alpenrad") }],
      })
    await expect(change({ add_competitors: [{ name: "bergamo bikes" }] })).rejects.toMatchObject({
      code: "state_conflict",
    })
    const { data } = await run(getProject, ada, { project_id })
    expect([data.name, data.competitors.map(({ name }) => name)]).toEqual(["E-bikes", ["Alpenrad"]])
  })

  it("reject changes while archived, and can be reactivated", async () => {
    const { ada, project } = await setup()
    const project_id = project.id
    const [prompt] = (await run(createPrompts, ada, { project_id, prompts: texts("cheap e-bike") })).data.items
    await run(updateProject, ada, { project_id, status: "archived" })
    const changes = await Promise.allSettled([
      run(updateProject, ada, { project_id, name: "New" }),
      run(updateProject, ada, { project_id, name: "New", status: "archived" }),
      run(updateProject, ada, { project_id, name: "New", status: "paused" }),
      run(createBrand, ada, { project_id, name: "Alpenrad" }),
      run(createTopic, ada, { project_id, name: "Hills" }),
      run(createPrompts, ada, { project_id, prompts: texts("best e-bike") }),
      run(updatePrompt, ada, { prompt_id: prompt?.id ?? "", tags: ["a"] }),
    ])
    expect(changes.map((c) => c.status === "rejected" && c.reason.code)).toEqual(Array(7).fill("state_conflict"))
    const state = async (change: object) => (await run(updateProject, ada, { project_id, ...change })).data
    expect(await state({ status: "archived" })).toMatchObject({ status: "archived", name: project.name })
    expect(await state({ status: "paused" })).toMatchObject({ status: "paused", name: project.name })
    await state({ status: "archived" })
    expect(await state({ status: "active", runs_per_prompt: 5 })).toMatchObject({
      status: "active",
      runs_per_prompt: 5,
    })
  })
})

describe("prompts", () => {
  it("form one new version of the prompt set when added together, without duplicates, and are marked as branded when they name your brand", async () => {
    const { ada, project, prompts, panel } = await setup()
    const given = texts("best e-bike", "best e-bike", "Is BergamoBikes any good?")
    const { data } = await run(createPrompts, ada, { project_id: project.id, prompts: given })
    expect(data.items.map((p) => [p.text, p.is_branded, p.added_in_panel])).toEqual([
      ["best e-bike", false, 2],
      ["Is BergamoBikes any good?", true, 2],
    ])
    expect(data).toMatchObject({ total: 2, skipped: [{ text: "best e-bike", reason: "repeated" }] })
    expect((await run(createPrompts, ada, { project_id: project.id, prompts: given })).data).toEqual({
      items: [],
      total: 0,
      skipped: [
        { text: "best e-bike", reason: "already_tracked" },
        { text: "best e-bike", reason: "repeated" },
        { text: "Is BergamoBikes any good?", reason: "already_tracked" },
      ],
    })
    expect([await panel(), (await prompts()).length]).toEqual([2, 2])
  })

  it("keep the attributes of the first of equal texts", async () => {
    const { ada, project } = await setup()
    const prompts = ["first", "second"].map((tag) => ({ text: "best e-bike", tags: [tag] }))
    const { data } = await run(createPrompts, ada, { project_id: project.id, prompts })
    expect(data.items).toMatchObject([{ text: "best e-bike", tags: ["first"] }])
    expect(data.skipped).toEqual([{ text: "best e-bike", reason: "repeated" }])
  })

  it("are replaced in a new version of the prompt set when their text changes, and the old prompt keeps its series", async () => {
    const { ada, project, prompts, panel } = await setup()
    const { data: topic } = await run(createTopic, ada, { project_id: project.id, name: "Hills" })
    const given = [{ text: "best e-bike for hils", topic_id: topic.id, tags: ["hills"] }]
    const [old] = (await run(createPrompts, ada, { project_id: project.id, prompts: given })).data.items
    const { data: reworded } = await run(updatePrompt, ada, { prompt_id: old?.id ?? "", text: "best e-bike for hills" })
    expect(reworded).toMatchObject({
      text: "best e-bike for hills",
      topic_id: topic.id,
      tags: ["hills"],
      added_in_panel: 3,
    })
    expect(reworded.id).not.toBe(old?.id)
    expect((await prompts()).map((p) => p.id)).toEqual([reworded.id])
    const back = await run(updatePrompt, ada, { prompt_id: reworded.id, text: "best e-bike for hils" })
    expect(back.data).toMatchObject({ id: old?.id, status: "active", added_in_panel: 4, removed_in_panel: null })
    expect(await panel()).toBe(4)
  })

  it("keep the version of the prompt set when only tags change, and leave the prompt set when paused", async () => {
    const { ada, project, panel } = await setup()
    const [one] = (await run(createPrompts, ada, { project_id: project.id, prompts: texts("best e-bike") })).data.items
    const prompt_id = one?.id ?? ""
    await run(updatePrompt, ada, { prompt_id, tags: ["a"] })
    expect(await panel()).toBe(2)
    expect((await run(updatePrompt, ada, { prompt_id, status: "paused" })).data).toMatchObject({
      status: "paused",
      removed_in_panel: 3,
    })
    expect((await run(updatePrompt, ada, { prompt_id, status: "active" })).data).toMatchObject({
      added_in_panel: 4,
      removed_in_panel: null,
    })
    expect((await run(updatePrompt, ada, { prompt_id, intent: "transactional" })).data).toMatchObject({
      intent: "transactional",
      added_in_panel: 4,
    })
  })

  it("are rejected with a topic of another project, and none is written", async () => {
    const { ada, project, prompts } = await setup()
    const other = await setup()
    const { data: topic } = await run(createTopic, other.ada, { project_id: other.project.id, name: "Hills" })
    const given = [{ text: "best e-bike" }, { text: "e-bike for hills", topic_id: topic.id }]
    await expect(run(createPrompts, ada, { project_id: project.id, prompts: given })).rejects.toMatchObject({
      code: "parameter_invalid",
      errors: [{ parameter: "topic_id" }],
    })
    expect(await prompts()).toEqual([])
    await expect(run(updatePrompt, ada, { prompt_id: newId("prompt"), tags: [] })).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })

  it("are added once, in consecutive versions of the prompt set, when two people add them at the same time", async () => {
    const { ada, project, prompts, panel } = await setup()
    const add = (text: string) =>
      run(createPrompts, ada, { project_id: project.id, prompts: texts("best e-bike", text) })
    await Promise.all(["a", "b", "c", "d"].map(add))
    expect((await prompts()).map((p) => p.text).sort()).toEqual(["a", "b", "best e-bike", "c", "d"])
    expect(await panel()).toBe(5)
  })
})

describe("checking prompts", () => {
  it("previews line by line what adding prompts would do, and changes nothing", async () => {
    const { ada, project, prompts, panel } = await setup()
    const project_id = project.id
    const [one, gone] = (await run(createPrompts, ada, { project_id, prompts: texts("Best e-bike?", "Cheap e-bike") }))
      .data.items
    await run(updatePrompt, ada, { prompt_id: gone?.id ?? "", status: "archived" })
    const asked = [
      " Best e-bike? ",
      "best e-bike",
      "Cheap e-bike",
      "Is BergamoBikes good",
      "New one",
      "New one",
      "new, one",
    ]
    const { data } = await run(checkPrompts, ada, { project_id, texts: asked })
    expect(data.map(({ outcome, similar_to, is_branded }) => [outcome, similar_to, is_branded])).toEqual([
      ["in_panel", null, false],
      ["new", "Best e-bike?", false],
      ["returns", null, false],
      ["new", null, true],
      ["new", null, false],
      ["repeated", null, false],
      ["new", "New one", false],
    ])
    expect([(await prompts()).map(({ id }) => id), await panel()]).toEqual([[one?.id], 3])
    const added = await run(createPrompts, ada, { project_id, prompts: texts(...asked) })
    expect(added.data.items, "as it told").toHaveLength(
      data.filter(({ outcome }) => /new|returns/.test(outcome)).length,
    )
  })

  it("compares prompts with the vowel signs and accents of their letters", async () => {
    const { ada, project } = await setup()
    const asked = ["कि", "कु", "Caf\u00e9", "cafe\u0301?", "cafe"]
    const { data } = await run(checkPrompts, ada, { project_id: project.id, texts: asked })
    expect(data.map(({ similar_to }) => similar_to)).toEqual([null, null, null, "Café", null])
  })

  it("is available to members, and returns not found for another team", async () => {
    const { team, project } = await setup()
    const input = { project_id: project.id, texts: ["a"] }
    await expect(run(checkPrompts, asPerson(team, "viewer"), input)).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(checkPrompts, asPerson(await freshTeam()), input)).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })
})

describe("brands", () => {
  it("have unique names, ignoring case", async () => {
    const { ada, project } = await setup()
    const add = (name: string) => run(createBrand, ada, { project_id: project.id, name })
    const { data: alpenrad } = await add("Alpenrad")
    expect(alpenrad).toMatchObject({ kind: "competitor", aliases: [] })
    await expect(add("ALPENRAD")).rejects.toMatchObject({ code: "already_exists", extra: { brand_id: alpenrad.id } })
    expect((await add("Alpenrad_2")).data.name).toBe("Alpenrad_2")
    expect((await run(updateBrand, ada, { brand_id: alpenrad.id, name: "AlpenRad" })).data.name).toBe("AlpenRad")
  })

  it("include exactly one brand of yours, whose name makes prompts branded", async () => {
    const { ada, project, prompts } = await setup()
    const { data: rival } = await run(createBrand, ada, { project_id: project.id, name: "Alpenrad" })
    await run(createPrompts, ada, {
      project_id: project.id,
      prompts: texts("Is Alpenrad good?", "Is Bergamo Bikes good?"),
    })
    const branded = async () => (await prompts()).filter((p) => p.is_branded).map((p) => p.text)
    expect(await branded()).toEqual(["Is Bergamo Bikes good?"])
    await run(updateBrand, ada, { brand_id: rival.id, kind: "own" })
    expect(await branded()).toEqual(["Is Alpenrad good?"])
    expect((await run(getProject, ada, { project_id: project.id })).data.own_brand?.name).toBe("Alpenrad")
    await expect(run(updateBrand, ada, { brand_id: rival.id, kind: "ignored" })).rejects.toMatchObject({
      code: "state_conflict",
    })
  })
})

describe("brands of a team with two projects", () => {
  it("only affect the prompts of their own project", async () => {
    const { ada, client_id, project, prompts } = await setup()
    await run(createPrompts, ada, { project_id: project.id, prompts: texts("Is Bergamo Bikes good?") })
    const own_brand = { name: "Alpenrad" }
    const { data: second } = await run(createProject, ada, { client_id, name: "Helmets", own_brand })
    const { data: rival } = await run(createBrand, ada, { project_id: second.id, name: "Velo Uno" })
    await run(updateBrand, ada, { brand_id: rival.id, kind: "own" })
    expect((await prompts()).map(({ is_branded }) => is_branded)).toEqual([true])
    expect((await run(getProject, ada, { project_id: project.id })).data.own_brand?.name).toBe("Bergamo Bikes")
  })
})

describe("a change of a brand", () => {
  it("extracts mentions again, except for a brand that stays ignored", async () => {
    const { team, ada, project } = await setup()
    const recounts = () => inTeam(team.id, () => prisma.aiRecount.findFirst({ where: { team_id: team.id } }))
    const { data: brand } = await run(createBrand, ada, { project_id: project.id, name: "Alpenrad", kind: "ignored" })
    const change = (given: object) => run(updateBrand, ada, { brand_id: brand.id, ...given })
    await change({ aliases: ["Alpen"] })
    await change({ aliases: ["Alpen"], kind: "ignored" })
    expect(await recounts()).toBeNull()
    await change({ kind: "competitor" })
    expect((await recounts())?.version).toBe(1)
    await change({ aliases: ["Alpen"] })
    expect((await recounts())?.version, "nothing has changed").toBe(1)
    await change({ aliases: [] })
    expect((await recounts())?.version).toBe(2)
  })
})

describe("topics", () => {
  it("can be renamed and deleted, and their prompts stay", async () => {
    const { ada, project, prompts } = await setup()
    const { data: hills } = await run(createTopic, ada, { project_id: project.id, name: "Hills" })
    await expect(run(createTopic, ada, { project_id: project.id, name: "Hills" })).rejects.toMatchObject({
      code: "already_exists",
    })
    await run(createPrompts, ada, { project_id: project.id, prompts: [{ text: "best e-bike", topic_id: hills.id }] })
    expect((await run(updateTopic, ada, { topic_id: hills.id, name: "Climbs" })).data).toMatchObject({
      name: "Climbs",
      prompts_n: 1,
    })
    await run(deleteTopic, ada, { topic_id: hills.id })
    expect((await prompts())[0]).toMatchObject({ topic_id: null })
    await expect(run(deleteTopic, ada, { topic_id: hills.id })).rejects.toMatchObject({ code: "resource_not_found" })
  })
})
