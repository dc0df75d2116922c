import { expect, it } from "vitest"
import { maxMenuLength } from "@/components/clients/client-choices"
import { createProject } from "@/domain/ai-projects/create-project"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { callerInTeam } from "@/server/testing/team-caller"
import { readChoices, readScopeNames } from "./read-choices"

async function teamWithClients(total: number) {
  const team = await freshTeam()
  for (let i = 0; i < total; i++) await freshClient(team, { name: `Client ${100 + i}` })
  const client = await freshClient(team, { name: "Zuccotti" })
  const input = { client_id: client.id, name: "E-bikes", own_brand: { name: "Zuccotti" } }
  const { data: project } = await run(createProject, asPerson(team), input as never)
  return { api: callerInTeam(team), client, project }
}

it("reads the client of the URL beside the first clients, and names projects with their client", async () => {
  const { api, client, project } = await teamWithClients(25)
  const { clients, projects } = await readChoices(api, client.id)
  expect(clients.chosen).toEqual({ id: client.id, name: "Zuccotti" })
  expect(clients.clients).toHaveLength(maxMenuLength + 1)
  expect(projects).toEqual([{ id: project.id, name: "E-bikes · Zuccotti" }])
})

it("names the clients and projects of rules, also those that no list contains", async () => {
  const { api, client, project } = await teamWithClients(25)
  const rules = [
    { client_id: client.id, project_id: null },
    { client_id: null, project_id: project.id },
    { client_id: null, project_id: null },
  ]
  expect(await readScopeNames(api, rules)).toEqual(
    new Map([
      [client.id, "Zuccotti"],
      [project.id, "E-bikes"],
    ]),
  )
})
