import { describe, expect, it } from "vitest"
import { freshClient } from "@/domain/testing/client"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "./client"

describe("row-level security", () => {
  it("returns no rows of other teams to a query without a team filter, and none outside a team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    await freshClient(team)
    await freshClient(other)
    const forgetful = () => rows<{ team_id: string }>(sql`select team_id from client`)
    expect((await inTeam(team.id, forgetful)).map((r) => r.team_id)).toEqual([team.id])
    expect((await inTeam(other.id, () => prisma.client.findMany())).map((r) => r.team_id)).toEqual([other.id])
    expect(await forgetful()).toEqual([])
  })

  it("rejects writes into another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    await expect(
      inTeam(team.id, () => prisma.client.create({ data: { id: "cli_x", team_id: other.id, name: "x", slug: "x" } })),
    ).rejects.toThrow(/row-level security/)
  })

  it("covers every table that has a team_id", async () => {
    const open = await rows<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not (c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid))`)
    expect(open).toEqual([])
  })
})
