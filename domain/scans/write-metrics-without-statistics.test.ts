/** Tests that writing metrics stays fast when the statistics of Postgres say that the tables of answers are empty. */
import pg from "pg"
import { expect, it } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, sql } from "@/prisma/client"
import { importAnswers } from "./import/import-answers"
import { writeMetrics } from "./write-metrics"

ownDatabase()

const tables = ["answer", "scan_task", "mention"]

/** Sets the statistics that an `analyze` writes while all rows of the tables belong to an uncommitted transaction. */
async function emptyStatistics() {
  const connection = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await connection.connect()
  for (const table of tables) await connection.query(`alter table ${table} set (autovacuum_enabled = off)`)
  const oids = "select unnest($1::text[])::regclass"
  await connection.query(`delete from pg_statistic where starelid in (${oids})`, [tables])
  await connection.query(
    `update pg_class set reltuples = 0
    where oid in (${oids}) or oid in (select indexrelid from pg_index where indrelid in (${oids}))`,
    [tables],
  )
  await connection.end()
}

it("reads no answer more than ten times", async () => {
  const team = await freshTeam()
  const answers = 600
  const lines = Array.from({ length: answers }, (_, i) =>
    answerLine({ prompt: `best headphones, ${i % 100}`, run: Math.floor(i / 100) + 1 }),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Sony" })
  await emptyStatistics()
  const reads = await inTeam(team.id, () =>
    prisma.$transaction(async (tx) => {
      const { id: scan_id, project_id } = await tx.scan.findFirstOrThrow()
      await writeMetrics(tx, { team_id: team.id, project_id, scan_id })
      return tx.$queryRaw<{ table: string; reads: number }[]>(sql`
        select relname as "table", (seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables
        where relname = any(${tables})`)
    }),
  )
  expect(reads.map(({ table }) => table).sort()).toEqual([...tables].sort())
  for (const { reads: rowsRead } of reads) expect(rowsRead).toBeLessThanOrEqual(10 * answers)
})
