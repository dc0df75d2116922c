import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { listClients } from "./list"

describe("clients.list", () => {
  it("lists the newest clients first, with totals", async () => {
    const team = await freshTeam()
    await freshClient(team, { name: "First", created_at: new Date("2026-01-01") })
    await freshClient(team, { name: "Second", created_at: new Date("2026-01-02") })
    const { data, meta } = await run(listClients, asKey(team), {})
    expect(data.map((c) => c.name)).toEqual(["Second", "First"])
    expect(meta).toMatchObject({
      total: 2,
      total_is_exact: true,
      returned: 2,
      truncated: false,
      truncation: null,
      next_cursor: null,
      limit: 50,
    })
  })

  it("has no next cursor on a page that ends with the last client", async () => {
    const team = await freshTeam()
    for (let i = 0; i < 4; i++) await freshClient(team)
    const page = async (query: object) => (await run(listClients, asKey(team), { limit: 2, ...query } as never)).meta
    const { next_cursor } = await page({})
    expect(next_cursor).toEqual(expect.any(String))
    expect(await page({ cursor: next_cursor })).toMatchObject({ returned: 2, next_cursor: null })
    expect(await page({ limit: 4 })).toMatchObject({ returned: 4, truncated: false, next_cursor: null })
  })

  it("returns every client exactly once over all pages for any limit, and is truncated when clients are missing", async () => {
    const team = await freshTeam()
    for (let i = 0; i < 12; i++)
      await freshClient(team, { created_at: new Date(2026, 0, 1 + (i % 3)), tags: i % 2 ? ["odd"] : [] })
    const onePage = (await run(listClients, asKey(team), {})).data.map((c) => c.id)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom("-created_at", "name", "-name", "updated_at", "-updated_at", "attention"),
        async (limit, sort) => {
          const seen: string[] = []
          let cursor: string | undefined
          do {
            const { data, meta } = await run(listClients, asKey(team), { limit, sort, cursor } as never)
            seen.push(...data.map((c) => c.id))
            expect(meta.total).toBe(12)
            expect(meta.truncated).toBe(data.length < 12)
            cursor = meta.next_cursor ?? undefined
          } while (cursor)
          expect([...seen].sort()).toEqual([...onePage].sort())
        },
      ),
      { numRuns: 15 },
    )
  })

  it("sorts by name and by the last change, in both directions", async () => {
    const team = await freshTeam()
    for (const [i, name] of ["Beta", "Alpha", "Gamma"].entries())
      await freshClient(team, { name, updated_at: new Date(2026, 0, 1 + i) })
    const names = async (sort: string) =>
      (await run(listClients, asKey(team), { sort } as never)).data.map((client) => client.name)
    expect(await names("name")).toEqual(["Alpha", "Beta", "Gamma"])
    expect(await names("-name")).toEqual(["Gamma", "Beta", "Alpha"])
    expect(await names("updated_at")).toEqual(["Beta", "Alpha", "Gamma"])
    expect(await names("-updated_at")).toEqual(["Gamma", "Alpha", "Beta"])
  })

  it("sorts clients by the most severe open signal, then by name", async () => {
    const team = await freshTeam()
    for (const [name, severity, status] of [
      ["Resolved", "critical", "resolved"],
      ["Informed", "info", "open"],
      ["Critical", "critical", "open"],
      ["Calm", null, null],
      ["Warned", "warning", "open"],
    ] as const) {
      const client = await freshClient(team, { name })
      if (!severity) continue
      await inTeam(team.id, () => recordFindings(checkOf(team, client), [foundNow({ severity })], new Date()))
      if (status === "resolved")
        await inTeam(team.id, () => prisma.signal.updateMany({ where: { client_id: client.id }, data: { status } }))
    }
    const { data } = await run(listClients, asKey(team), { sort: "attention" })
    expect(data.map(({ name }) => name)).toEqual(["Critical", "Warned", "Informed", "Calm", "Resolved"])
  })

  it("rejects a cursor from another query or another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    for (const t of [team, other]) for (let i = 0; i < 2; i++) await freshClient(t)
    const { meta } = await run(listClients, asKey(team), { limit: 1 })
    const cursor = meta.next_cursor as string
    await expect(run(listClients, asKey(team), { limit: 1, cursor, sort: "name" })).rejects.toMatchObject({
      code: "cursor_invalid",
    })
    await expect(run(listClients, asKey(other), { limit: 1, cursor })).rejects.toMatchObject({ code: "cursor_invalid" })
    await expect(run(listClients, asKey(team), { limit: 1, cursor: `${cursor}A` })).rejects.toMatchObject({
      code: "cursor_invalid",
    })
  })

  it("filters by status, tag, text and external id, with exact totals", async () => {
    const team = await freshTeam()
    await freshClient(team, { name: "100% Wool", tags: ["retail"], external_id: "crm-1" })
    await freshClient(team, { name: "Paused Pens", status: "paused" })
    const total = async (query: object) => (await run(listClients, asKey(team), query as never)).meta.total
    expect(await total({ status: ["paused"] })).toBe(1)
    expect(await total({ tag: "retail" })).toBe(1)
    expect(await total({ q: "0% w" })).toBe(1)
    expect(await total({ q: "_" })).toBe(0)
    expect(await total({ external_id: "crm-1" })).toBe(1)
    await inTeam(team.id, () => prisma.client.updateMany({ where: { team_id: team.id }, data: { status: "archived" } }))
    expect(await total({ status: ["paused"] })).toBe(0)
    expect(await total({ status: ["archived"] })).toBe(2)
  })

  it("reports every invalid parameter", async () => {
    const call = run(listClients, asKey(await freshTeam()), { limit: 0, colour: "red", sort: "size" } as never)
    await expect(call).rejects.toMatchObject({
      code: "parameter_invalid",
      errors: [{ parameter: "limit" }, { parameter: "sort" }, { parameter: "colour", code: "parameter_unknown" }],
    })
  })
})
