import { expect, it } from "vitest"
import { listClients } from "@/domain/clients/list"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { allPages } from "./all-pages"

it("reads every page of a list, in the order of the list", async () => {
  const team = await freshTeam()
  const read = () => allPages((cursor) => run(listClients, asPerson(team), { limit: 2, sort: "name", cursor }))
  expect(await read()).toEqual([])
  for (const name of ["Birch", "Ash", "Elm", "Oak", "Cedar"]) await freshClient(team, { name })
  expect((await read()).map(({ name }) => name)).toEqual(["Ash", "Birch", "Cedar", "Elm", "Oak"])
})
