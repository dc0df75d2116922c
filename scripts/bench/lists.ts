/** Compares the p50 of list requests for a team with 1,000 rows and a team with 1,000,000 rows. */
import { disconnect } from "@/prisma/client"
import { buildIfStale } from "../start/build"
import { startTemporaryDatabase } from "../temporary-database"
import { type Sized, teamOfSize } from "./fill-lists"
import { median } from "./load"
import { startServer } from "./servers"
import { printTable, round } from "./table"

const sizes = [1_000, 1_000_000] as const
const callsPerCase = 400

const paths = ({ project_id }: Sized) => [
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
  const small = await teamOfSize(sizes[0])
  const large = await teamOfSize(sizes[1])
  await disconnect()
  const product = await startServer("product")
  try {
    const rows: Record<string, string | number>[] = []
    for (const [i, path] of paths(small).entries()) {
      const [a, b] = await compare(
        () => get(product.url, path, small),
        () => get(product.url, paths(large)[i] ?? "", large),
      )
      rows.push({
        list: path.replace(small.project_id, "{id}"),
        "1,000 rows p50 ms": round(a),
        "1,000,000 rows p50 ms": round(b),
        growth: round(b / a),
      })
    }
    printTable("Lists, one connection, 50 rows a page", rows)
  } finally {
    product.stop()
    await temporaryDatabase.stop()
  }
}

/**
 * Returns the medians (ms) of two calls. The calls alternate, so that noise affects both. The first tenth is the
 * warm-up.
 */
async function compare(a: () => Promise<void>, b: () => Promise<void>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < callsPerCase; i++)
    for (const [index, call] of [a, b].entries()) {
      const startedAt = performance.now()
      await call()
      if (i > callsPerCase / 10) times[index]?.push(performance.now() - startedAt)
    }
  return [median(times[0]), median(times[1])]
}

async function get(base: string, path: string, { secret }: Sized) {
  const response = await fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
