import { expect, it } from "vitest"
import { z } from "zod"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rowsOn, sql } from "@/prisma/client"
import { inTransaction, withConnection } from "./copy-rows"

const sleptRow = z.object({ slept: z.int() })

it("a statement of an import may take longer than the limit of other connections", async () => {
  const { id } = await freshTeam()
  const slept = await withConnection(id, (connection) =>
    rowsOn(connection, sleptRow, sql`select 1 as slept from pg_sleep(9)`),
  )
  expect(slept).toEqual([{ slept: 1 }])
})

it("an error rolls back everything that the transaction wrote", async () => {
  const team = await freshTeam()
  const client = { id: `cli_${team.id.slice(4)}`, name: "Left over", slug: "left-over" }
  const failing = withConnection(team.id, (connection) =>
    inTransaction(connection, async () => {
      const values = [client.id, team.id, client.name, client.slug]
      await connection.query("insert into client (id, team_id, name, slug) values ($1, $2, $3, $4)", values)
      throw new Error("the disk is full")
    }),
  )
  await expect(failing).rejects.toThrow("the disk is full")
  expect(await inTeam(team.id, () => prisma.client.count({ where: { team_id: team.id } }))).toBe(0)
})
