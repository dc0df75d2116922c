/** Writes the sentiment of an answer, or the failure to classify it, if the caller still holds the lease. */
import type { FailureCode } from "@/domain/ai-visibility/engines/engine-client"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { type Classified, methodOf } from "@/domain/ai-visibility/sentiment/classify-answer"
import { rows, sql } from "@/prisma/client"
import type { Classification } from "./classifications"
import type { ScanRef } from "./write-metrics"

type Leased = Pick<Classification, "answer_id" | "lease_token">

/** Writes the labels, the end of the lease and the scan's counts in one statement. */
export async function recordLabels(
  { team_id, scan_id }: ScanRef,
  sentimentModel: TeamEngine,
  { answer_id, lease_token }: Leased,
  { labels, costUsd }: Classified,
) {
  const records = [...labels].map(([brand_id, sentiment]) => ({ brand_id, sentiment }))
  await rows(sql`
    with mine as (
      update ai_judgement set status = 'judged', attempts = attempts + 1, error_code = null, lease_token = null, due_at = null
      where team_id = ${team_id} and answer_id = ${answer_id} and status = 'running' and lease_token = ${lease_token} returning answer_id),
    labelled as (
      update mention m set sentiment = r.sentiment, sentiment_method = ${methodOf(sentimentModel)}
      from mine, jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(brand_id text, sentiment text)
      where m.team_id = ${team_id} and m.answer_id = mine.answer_id and m.brand_id = r.brand_id)
    update scan set judged_n = judged_n + 1, cost_usd = cost_usd + ${costUsd}
    where team_id = ${team_id} and id = ${scan_id} and exists (select from mine)`)
}

/** With `retryInSeconds` null the answer stays without sentiment. */
export async function recordFailure(
  { team_id }: ScanRef,
  { answer_id, lease_token }: Leased,
  error_code: FailureCode,
  retryInSeconds: number | null,
) {
  await rows(sql`
    update ai_judgement set status = ${retryInSeconds === null ? "failed" : "pending"}, attempts = attempts + 1, error_code = ${error_code},
      lease_token = null, due_at = now() + make_interval(secs => ${retryInSeconds})
    where team_id = ${team_id} and answer_id = ${answer_id} and status = 'running' and lease_token = ${lease_token}`)
}
