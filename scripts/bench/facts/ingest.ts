/** Measures how fast a CSV file is imported: the first time, unchanged, and with half of its values restated. */
import { createWriteStream } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { importMetrics } from "@/domain/data-sources/imports/import-metrics"
import { disconnect } from "@/prisma/client"
import { startTemporaryDatabase } from "../../temporary-database"
import { teamWithClients } from "../fill"
import { printTable, round } from "../table"

const metrics = ["ad_impressions", "ad_clicks", "ad_spend", "ad_conversions", "ad_conversion_value"]
const days = 1_095

/** Imports about `facts` values. The file has one line for each day and campaign, with five metrics. */
export async function ingest({ facts }: { facts: number }) {
  const campaigns = Math.max(1, Math.round(facts / days / metrics.length) - 1)
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-"))
  const temporaryDatabase = await startTemporaryDatabase()
  try {
    const { team } = await teamWithClients(1)
    const client = { id: `cli_00000001${team.id.slice(-18)}`, timezone: "UTC", currency: "USD" }
    const rows = []
    for (const [name, factor] of [
      ["first import", 1],
      ["the same file again", 1],
      ["half of the values restated", 2],
    ] as const) {
      const file = join(folder, "facts.csv")
      await pipeline(Readable.from(writeLines(campaigns, factor)), createWriteStream(file))
      const startedAt = performance.now()
      const { lines_read, ...stored } = await importMetrics({ teamId: team.id, client, account: "main", file })
      const seconds = (performance.now() - startedAt) / 1_000
      const values = stored.facts_added + stored.facts_restated + stored.facts_unchanged
      rows.push({
        case: name,
        "file, MB": round((await stat(file)).size / 1e6, 1),
        lines: lines_read,
        facts: values,
        "changed facts": stored.facts_added + stored.facts_restated,
        seconds: round(seconds, 1),
        "facts/s": round(values / seconds, 0),
      })
    }
    printTable(`Import of a file; load average ${loadavg()[0]?.toFixed(1)}`, rows)
  } finally {
    await disconnect()
    await temporaryDatabase.stop()
    await rm(folder, { recursive: true })
  }
}

/** Yields the lines of the file. The values of every second campaign are multiplied by `factor`. */
function* writeLines(campaigns: number, factor: number) {
  yield `date,campaign,${metrics.join()}\n`
  for (let d = days; d >= 1; d--) {
    const date = new Date(Date.now() - d * 86_400_000).toISOString().slice(0, 10)
    for (let c = 0; c < campaigns; c++) {
      const size = (10 + ((d + c) % 50)) * (c % 2 ? factor : 1)
      yield `${date},Campaign ${c},${size * 100},${size},${(size * 1.23).toFixed(2)},${size % 9},${(size % 9) * 40}\n`
    }
  }
}
