/** Compares the p50 of list requests for a team with 1,000 rows and a team with 1,000,000 rows. */
import { disconnect } from "@/prisma/client"
import { buildIfStale } from "../start/build"
import { startTemporaryDatabase } from "../temporary-database"
import { createTeamOfSize, type SizedTeam } from "./fill-lists"
import { median } from "./load"
import { startServer } from "./servers"
import { printTable, round } from "./table"

const callsPerCase = 400
const warmUpCalls = 40

const listPaths = ({ project_id }: SizedTeam) => [
  "/clients",
  "/clients?sort=name",
  "/reports",
  `/ai-visibility/projects/${project_id}/prompts`,
  `/ai-visibility/projects/${project_id}/scans`,
  `/ai-visibility/projects/${project_id}/answers`,
]

export async function bench() {
  const temporaryDatabase = await startTemporaryDatabase()
  await buildIfStale()
  const small = await createTeamOfSize(1_000)
  const large = await createTeamOfSize(1_000_000)
  await disconnect()
  const product = await startServer("product")
  try {
    const rows: Record<string, string | number>[] = []
    for (const [i, path] of listPaths(small).entries()) {
      const largePath = listPaths(large)[i] ?? ""
      const { smallMs, largeMs } = await compare({
        callSmall: () => get(product.url, path, small),
        callLarge: () => get(product.url, largePath, large),
      })
      rows.push({
        list: path.replace(small.project_id, "{id}"),
        "1,000 rows p50 ms": round(smallMs),
        "1,000,000 rows p50 ms": round(largeMs),
        growth: round(largeMs / smallMs),
      })
    }
    printTable("Lists, one connection, 50 rows a page", rows)
  } finally {
    product.stop()
    await temporaryDatabase.stop()
  }
}

type Call = () => Promise<void>

/** Returns the median of each call. The calls alternate, so that noise affects both. */
async function compare({ callSmall, callLarge }: { callSmall: Call; callLarge: Call }) {
  const smallTimes: number[] = []
  const largeTimes: number[] = []
  for (let i = 0; i < callsPerCase; i++) {
    smallTimes.push(await measureMs(callSmall))
    largeTimes.push(await measureMs(callLarge))
  }
  return { smallMs: median(smallTimes.slice(warmUpCalls)), largeMs: median(largeTimes.slice(warmUpCalls)) }
}

async function measureMs(call: Call): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

async function get(base: string, path: string, { secret }: SizedTeam) {
  const response = await fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
