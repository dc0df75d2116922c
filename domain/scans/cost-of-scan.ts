/** Predicts the cost of a scan from earlier answers and today's prices. */
import { z } from "zod"
import { type EngineKind, engineDefinitions, isSampleEngine, reportsCost, searchesWeb } from "@/domain/ai-engines/kinds"
import { priceOn } from "@/domain/ai-engines/price-on"
import { costOfAnswer, type EnginePrice, lacksPricePerSearch, pricesOf } from "@/domain/ai-engines/prices"
import { rows, sql } from "@/prisma/client"
import type { ScanSize } from "./size-of-scan"

/**
 * `meanCosts`: the expected cost of an answer in US dollars, by engine. `cost_usd` is null if the cost of an engine is not
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
 * Returns the expected cost of an answer by engine, in US dollars. It is based on the answers of the latest scans: first
 * the project's, then others of the team. Engines without a known cost are missing.
 */
export async function readMeanCosts(teamId: string, projectId: string, now: Date): Promise<Map<string, number>> {
  const [answers, prices] = await Promise.all([rows(meanAnswer, meanAnswersQuery(teamId, projectId)), pricesOf(teamId)])
  const day = now.toISOString().slice(0, 10)
  return new Map(
    answers.flatMap((answer) => {
      const costUsd = meanCost(answer, prices, day)
      return costUsd === null ? [] : [[answer.engine_id, costUsd]]
    }),
  )
}

/**
 * What the mean answer costs at today's price. For engines that report costs, it is what the answers cost. Null if it
 * is not known.
 */
function meanCost(answer: MeanAnswer, teamPrices: readonly EnginePrice[], day: string): number | null {
  const { engine_id, model, web_search, cost_usd, tokens_in, tokens_out, searches_n } = answer
  const kind = engineKinds.get(engine_id)
  const prices = teamPrices.filter((price) => price.engine_id === engine_id)
  const asked = { model: model ?? "", day }
  const settings = { webSearch: web_search ?? true }
  if (!kind || (reportsCost(kind) && cost_usd !== null)) return cost_usd
  if (lacksPricePerSearch(priceOn(prices, asked), kind, settings)) return null
  const searches = searchesWeb(kind, settings) ? searches_n : 0
  return costOfAnswer({ costUsd: null, tokensIn: tokens_in, tokensOut: tokens_out, searches }, prices, asked)
}

const engineKinds = new Map<string, EngineKind>(Object.entries(engineDefinitions).map(([id, { kind }]) => [id, kind]))

const meanAnswersQuery = (teamId: string, projectId: string) => sql`
  with latest as (select id from scan
    where team_id = ${teamId} and trigger <> 'import' and tasks_succeeded > 0
    order by project_id = ${projectId} desc, created_at desc limit ${maxScans})
  select a.engine_id, e.model, e.web_search, avg(a.cost_usd) as cost_usd, avg(a.tokens_in) as tokens_in,
    avg(a.tokens_out) as tokens_out, avg(a.searches_n) as searches_n
  from latest cross join lateral (
    select engine_id, cost_usd, tokens_in, tokens_out, searches_n from answer
    where team_id = ${teamId} and scan_id = latest.id limit ${maxAnswersPerScan}) a
  left join team_engine e on e.team_id = ${teamId} and e.engine_id = a.engine_id group by 1, 2, 3`

const maxScans = 10
const maxAnswersPerScan = 500

const mean = z.number().nullable()
const meanAnswer = z.object({
  engine_id: z.string(),
  model: z.string().nullable(),
  web_search: z.boolean().nullable(),
  cost_usd: mean,
  tokens_in: mean,
  tokens_out: mean,
  searches_n: mean,
})
type MeanAnswer = z.infer<typeof meanAnswer>
