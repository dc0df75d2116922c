import { expect, it } from "vitest"
import { listClients } from "@/domain/clients/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { orFirstPage } from "./visit"

it.each([
  ["an old cursor", "old"],
  ["a cursor that the URL repeats", ["a", "b"]],
])("redirects %s to the first page of the list", async (_, cursor) => {
  const list = run(listClients, asPerson(await freshTeam()), { cursor } as never)
  await expect(orFirstPage(list, "/acme/clients")).rejects.toMatchObject({
    digest: expect.stringMatching(/^NEXT_REDIRECT;.*;\/acme\/clients;/),
  })
})

it("passes other errors on", async () => {
  const list = run(listClients, asPerson(await freshTeam()), { limit: 0 })
  await expect(orFirstPage(list, "/acme/clients")).rejects.toMatchObject({ code: "parameter_invalid" })
})
