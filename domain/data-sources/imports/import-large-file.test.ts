import { createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { expect, it, onTestFinished } from "vitest"
import { buildClientInsert } from "@/domain/clients/new-client"
import { sized } from "@/domain/testing/size"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { importMetrics } from "./import-metrics"

const lines = sized(200_000, 2_000_000)

const dayOf = (n: number) => new Date(Date.UTC(2025, 0, 1 + (n % 300))).toISOString().slice(0, 10)

function* textOf(end: string) {
  yield "date,campaign,device,sessions,page_views\n"
  for (let n = 0; n < lines; n++)
    yield `${dayOf(n)},Campaign ${n % 7_000},${n % 2 ? "Phone" : "Desktop"},${n % 50},${n % 90}\n`
  yield end
}

it(`${lines.toLocaleString("en")} lines are imported with progress, or leave nothing behind`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-large-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const team = await freshTeam()
  const write = async (name: string, end = "") => {
    const file = join(folder, name)
    await pipeline(Readable.from(textOf(end)), createWriteStream(file))
    return file
  }
  const progress: (number | "store")[] = []
  const order = () => {
    const { id, statement } = buildClientInsert(team.id, { name: "Bakery" }, new Date())
    return {
      teamId: team.id,
      client: { id, timezone: "UTC", currency: "USD", create: statement },
      account: "main",
      onProgress: (done: number) => void progress.push(done),
      onStore: () => void progress.push("store"),
    }
  }
  const count = () =>
    inTeam(team.id, async () => [
      await prisma.client.count({ where: { team_id: team.id } }),
      await prisma.dataSource.count({ where: { team_id: team.id } }),
      await prisma.metricFact.count({ where: { team_id: team.id } }),
    ])

  const broken = await write("broken.csv", "2025-01-01,Campaign 1,Phone,one,1\n")
  await expect(importMetrics({ ...order(), file: broken })).rejects.toThrow(/"one" is not a number/)
  expect(await count()).toEqual([0, 0, 0])

  progress.length = 0
  const file = await write("large.csv")
  const summary = await importMetrics({ ...order(), file })
  expect(summary).toMatchObject({ lines_read: lines, errors_total: 0, from: "2025-01-01", to: "2025-10-27" })
  expect(await count()).toEqual([1, 1, summary.facts_added])
  expect(progress.length).toBeGreaterThan(100)
  expect(progress.at(-1)).toBe("store")
})
