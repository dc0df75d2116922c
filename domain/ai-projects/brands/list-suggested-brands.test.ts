import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { createProject } from "../create-project"
import { createBrand } from "./create-brand"
import { listSuggestedBrands } from "./list-suggested-brands"

/** A project whose answers suggest these brands. */
async function projectWithSuggestions(names: string[]) {
  const team = await freshTeam()
  const ada = asPerson(team)
  const { id: client_id } = await freshClient(team)
  const create = async (name: string) =>
    (await run(createProject, ada, { client_id, name, own_brand: { name: "Sony" } })).data.id
  const project_id = await create("Headphones")
  const suggestions = names.map((name) => ({ name, answers_n: 2, engines: [], examples: [], domain: null }))
  const scan = { scan_id: "scn_1", scan_answers_n: 4, read_n: 4 }
  await inTeam(team.id, () =>
    prisma.aiBrandSuggestions.create({ data: { project_id, team_id: team.id, ...scan, suggestions } }),
  )
  const suggested = async (id = project_id) =>
    (await run(listSuggestedBrands, ada, { project_id: id })).data.map(({ name }) => name)
  return { ada, project_id, create, suggested }
}

describe("suggested brands", () => {
  it("are those of one project, not of another project of the team", async () => {
    const { create, suggested } = await projectWithSuggestions(["Bose", "Jabra"])
    const other = await create("Speakers")
    expect(await suggested()).toEqual(["Bose", "Jabra"])
    expect(await suggested(other)).toEqual([])
  })

  it("do not include the first words of an alias of a brand that the project has", async () => {
    const { ada, project_id, suggested } = await projectWithSuggestions(["Bose", "Anker", "Ank"])
    await run(createBrand, ada, { project_id, name: "Soundcore", aliases: ["Anker Innovations"], kind: "ignored" })
    expect(await suggested()).toEqual(["Bose", "Ank"])
  })
})
