import { expect, it } from "vitest"
import { readListPeriod } from "@/components/lists/list-period"
import { listAudit } from "@/domain/audit/list"
import { listClients } from "@/domain/clients/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { orFirstPage, orNoMatches } from "./visit"

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

it.each([
  ["in the distant future", "7900000000000000"],
  ["before 1970", "1"],
])("returns an empty list for a time %s in the URL, which the operation refuses", async (_, at) => {
  const { after } = readListPeriod({ since: "24", at }, "UTC")
  const ctx = asPerson(await freshTeam())
  const list = () => run(listAudit, ctx, { created_after: after })
  await expect(list()).rejects.toMatchObject({ code: "parameter_invalid" })
  expect(await orNoMatches(list())).toMatchObject({ data: [], meta: { total: 0 } })
})
