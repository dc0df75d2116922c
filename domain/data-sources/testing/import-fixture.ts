/** Imports files for a new client in tests, and queries its metrics. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { queryClientMetrics } from "@/domain/clients/query-metrics"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, type Prisma, prisma } from "@/prisma/client"
import { importMetrics, type MetricsImport } from "../imports/import-metrics"

const october = { from: "2026-10-01", to: "2026-10-31" }

/** A client without data. `importContent` writes a file and imports it on 20 November 2026. */
export async function createImportFixture(currency = "USD") {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-import-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const team = await freshTeam({ currency })
  const client = await freshClient(team)
  const importContent = (content: string | Buffer, more: Partial<MetricsImport> = {}, name = "figures.csv") => {
    const file = join(folder, name)
    writeFileSync(file, content)
    const now = new Date("2026-11-20T12:00:00Z")
    return importMetrics({ teamId: team.id, client: { id: client.id, timezone: "UTC", currency }, file, now, ...more })
  }
  const ask = async (query: object) =>
    (await run(queryClientMetrics, asKey(team), { client_id: client.id, ...october, ...query } as never)).data
  const total = async (id: string) => (await ask({ metrics: [id] })).totals[id]?.value
  const sources = () =>
    inTeam(team.id, () => prisma.dataSource.findMany({ where: { team_id: team.id }, orderBy: { account_id: "asc" } }))
  /** Changes all data sources of the team. */
  const change = (data: Prisma.DataSourceUncheckedUpdateManyInput) =>
    inTeam(team.id, () => prisma.dataSource.updateMany({ where: { team_id: team.id }, data }))
  return { team, client, importContent, ask, total, sources, change }
}
