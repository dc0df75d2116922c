/** Predicts the cost of a scan from the cost of earlier answers. */
import { z } from "zod"
import { isSampleEngine } from "@/domain/ai-engines/kinds"
import { rows, sql } from "@/prisma/client"
import type { ScanSize } from "./size-of-scan"

/**
 * `meanCosts`: the mean cost of an answer in US dollars, by engine. `cost_usd` is null if the cost of an engine is not
 * known. Sample engines cost nothing.
 */
export function costOfScan({ engines, tasks }: Pick<ScanSize, "engines" | "tasks">, meanCosts: Map<string, number>) {
  const tasksPerEngine = tasks / engines.length
  const by_engine = engines.map(({ id, name }) => {
    const is_sample = isSampleEngine(id)
    const meanUsd = is_sample ? 0 : meanCosts.get(id)
    const cost_usd = meanUsd === undefined ? null : meanUsd * tasksPerEngine
    return { engine_id: id, name, is_sample, tasks: tasksPerEngine, cost_usd }
  })
  const isKnown = by_engine.every(({ cost_usd }) => cost_usd !== null)
  return { by_engine, cost_usd: isKnown ? by_engine.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0) : null }
}

/**
 * Returns the mean cost of an answer by engine, in US dollars, from the latest scans: first the project's, then others
 * of the team. Engines without a known cost are missing.
 */
export async function readMeanCosts(teamId: string, projectId: string): Promise<Map<string, number>> {
  const found = await rows(
    engineCost,
    sql`
      with latest as (select id from scan
        where team_id = ${teamId} and trigger <> 'import' and tasks_succeeded > 0
        order by project_id = ${projectId} desc, created_at desc limit ${maxScans})
      select a.engine_id, avg(a.cost_usd) as cost_usd
      from latest cross join lateral (
        select engine_id, cost_usd from answer where team_id = ${teamId} and scan_id = latest.id limit ${maxAnswersPerScan}) a
      where a.cost_usd is not null group by 1`,
  )
  return new Map(found.map(({ engine_id, cost_usd }) => [engine_id, cost_usd]))
}

const maxScans = 10
const maxAnswersPerScan = 500

const engineCost = z.object({ engine_id: z.string(), cost_usd: z.number() })
