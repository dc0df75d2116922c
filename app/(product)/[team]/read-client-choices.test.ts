import { expect, it } from "vitest"
import { firstChoice, maxMenuLength } from "@/components/clients/client-choices"
import { newId } from "@/domain/kernel/ids"
import { freshClient } from "@/domain/testing/client"
import { freshTeam } from "@/domain/testing/team"
import { callerInTeam } from "@/server/testing/team-caller"
import { readClientChoices } from "./read-client-choices"

/** Creates clients named "Client 100", "Client 101" and so on, and returns their ids. */
async function teamWithClients(total: number) {
  const team = await freshTeam()
  const ids: string[] = []
  for (let i = 0; i < total; i++) ids.push((await freshClient(team, { name: `Client ${100 + i}` })).id)
  return { team, api: callerInTeam(team), ids }
}

it("lists all clients of a team with few, without archived ones", async () => {
  const { team, api } = await teamWithClients(2)
  await freshClient(team, { name: "Paused", status: "paused" })
  await freshClient(team, { name: "Archived", status: "archived" })
  const choices = await readClientChoices(api)
  expect(choices.clients.map(({ name }) => name)).toEqual(["Client 100", "Client 101", "Paused"])
  expect(choices).toMatchObject({ chosen: null, notice: null })
})

it("lists more clients than a menu has if the team has more than 20", async () => {
  expect((await readClientChoices((await teamWithClients(20)).api)).clients).toHaveLength(maxMenuLength)
  expect((await readClientChoices((await teamWithClients(25)).api)).clients.length).toBeGreaterThan(maxMenuLength)
})

it("reads the client of the URL by its id, also if the team has more than 200 clients", async () => {
  const { api, ids } = await teamWithClients(205)
  const last = { id: ids.at(-1), name: "Client 304" }
  const choices = await readClientChoices(api, last.id)
  expect(choices).toMatchObject({ chosen: last, notice: null })
  expect(choices.clients).not.toContainEqual(last)
  expect(firstChoice(choices)).toEqual(last)
})

it("says that a client of the URL is archived, unknown, or of another team", async () => {
  const { team, api } = await teamWithClients(1)
  const archived = await freshClient(team, { name: "Alpine Trails", status: "archived" })
  const foreign = await freshClient(await freshTeam(), { name: "Secret" })
  const ofArchived = await readClientChoices(api, archived.id)
  expect(ofArchived.notice).toBe("Alpine Trails is archived. Restore it first, or choose another client.")
  for (const id of [foreign.id, newId("client"), "nonsense"]) {
    const choices = await readClientChoices(api, id)
    expect(choices.notice).toBe("Your team has no client with the ID in this link. Choose another client.")
    expect(choices.chosen).toBeNull()
  }
  expect(firstChoice(ofArchived), "the only client is not chosen in its place").toBeNull()
  expect(firstChoice(await readClientChoices(api))).toMatchObject({ name: "Client 100" })
})

it("offers another client only if the team has one", async () => {
  const { team, api } = await teamWithClients(0)
  const { id } = await freshClient(team, { name: "Alpine Trails", status: "archived" })
  const noticeOf = async (clientId: string) => (await readClientChoices(api, clientId)).notice
  expect(await noticeOf(id)).toBe("Alpine Trails is archived. Restore it first.")
  expect(await noticeOf("nonsense")).toBe("Your team has no client with the ID in this link.")
})
