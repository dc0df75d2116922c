import { describe, expect, it } from "vitest"
import { archiveClient } from "@/domain/clients/archive"
import { createClient } from "@/domain/clients/create"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { createProject } from "./create-project"
import { listProjectNames } from "./list-project-names"
import { updateProject } from "./update-project"

type Input = { limit?: number; cursor?: string; q?: string; one_per_client?: boolean }

async function teamWithProjects() {
  const team = await freshTeam()
  const owner = asPerson(team)
  const create = async (client: string, ...names: string[]) => {
    const client_id = (await run(createClient, owner, { name: client } as never)).data.id
    const ids: string[] = []
    for (const name of names) {
      const { data } = await run(createProject, owner, { client_id, name, own_brand: { name: client } } as never)
      ids.push(data.id)
    }
    return { client_id, ids }
  }
  return { team, owner, create }
}

const list = (team: TeamFacts, input: Input) => run(listProjectNames, asPerson(team, "viewer"), input as never)

describe("the names of projects", () => {
  it("are listed with their clients by name, page by page, and found by the name of either", async () => {
    const { team, create } = await teamWithProjects()
    await create("Bergamo Bikes", "E-bikes", "Cargo bikes")
    await create("Harbor & Hearth", "Cookware")
    const names = async (input: Input) =>
      (await list(team, input)).data.map(({ name, client_name }) => `${name} · ${client_name}`)
    const all = ["Cargo bikes · Bergamo Bikes", "Cookware · Harbor & Hearth", "E-bikes · Bergamo Bikes"]
    expect(await names({})).toEqual(all)
    const first = await list(team, { limit: 2 })
    expect(first.meta).toMatchObject({ total: 3, truncated: true })
    expect(await names({ limit: 2, cursor: first.meta.next_cursor ?? "" })).toEqual(all.slice(2))
    expect(await names({ q: "bergamo" })).toEqual([all[0], all[2]])
    expect(await names({ q: "cook" })).toEqual([all[1]])
    expect((await list(await freshTeam(), {})).data).toEqual([])
    await expect(run(listProjectNames, asKey(team), {} as never)).rejects.toMatchObject({ code: "scope_missing" })
  })

  it("are one per client, of the newest project, for a menu of clients", async () => {
    const { team, owner, create } = await teamWithProjects()
    const bikes = await create("Bergamo Bikes", "E-bikes", "Cargo bikes")
    const home = await create("Harbor & Hearth", "Bergamo cookware")
    await create("Without projects")
    const clients = async (input: Input = {}) =>
      (await list(team, { one_per_client: true, ...input })).data.map(({ id, client_name }) => [client_name, id])
    expect(await clients()).toEqual([
      ["Bergamo Bikes", bikes.ids[1]],
      ["Harbor & Hearth", home.ids[0]],
    ])
    expect(await clients({ q: "bergamo" }), "the name of a project is not searched").toEqual([
      ["Bergamo Bikes", bikes.ids[1]],
    ])
    await run(updateProject, owner, { project_id: bikes.ids[1], status: "archived" } as never)
    await run(archiveClient, owner, { client_id: home.client_id } as never)
    expect(await clients()).toEqual([["Bergamo Bikes", bikes.ids[0]]])
  })

  it("reach every client of a team with more than a page of them", async () => {
    const { team, create } = await teamWithProjects()
    for (let n = 0; n < 12; n++) await create(`Client ${10 + n}`, "Main", "Second")
    const first = await list(team, { one_per_client: true, limit: 5 })
    expect(first.data.map(({ client_name }) => client_name)).toEqual([10, 11, 12, 13, 14].map((n) => `Client ${n}`))
    expect(first.meta).toMatchObject({ total: 12, truncated: true })
    const found = await list(team, { one_per_client: true, limit: 5, q: "client 21" })
    expect(found.data.map(({ client_name }) => client_name)).toEqual(["Client 21"])
  })
})
