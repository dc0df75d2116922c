/**
 * Records the progress of a run. Each write takes effect only under the run's current lease, and returns whether it
 * did.
 */
import { rows, type Sql, sql } from "@/prisma/client"
import type { ClaimedRun, StepResult } from "./call"

export type NewStep = { id: string; ordinal: number; result: StepResult; due_in_ms: number | null }

/** Stores step results, so that the steps are not repeated. */
export const storeSteps = (run: ClaimedRun, steps: NewStep[]) =>
  write(sql`WITH mine AS (
      UPDATE engine_run SET attempt = 0 WHERE id = ${run.id} AND lease_token = ${run.lease_token}::uuid RETURNING id
    ), stored AS (
      INSERT INTO engine_step (run_id, id, ordinal, result, wakes_at)
      SELECT mine.id, s.id, s.ordinal, s.result, now() + make_interval(secs => s.due_in_ms / 1000)
      FROM mine, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        AS s(id text, ordinal int, result jsonb, due_in_ms float8)
      ON CONFLICT (run_id, id) DO NOTHING
    ) SELECT id FROM mine`)

/** Releases the run until it is due again. */
export const pause = (run: ClaimedRun, { inMs, attempt }: { inMs: number; attempt: number }) =>
  write(sql`WITH mine AS (
      UPDATE engine_run SET due_at = now() + make_interval(secs => ${inMs / 1000}::float8), attempt = ${attempt},
        lease_token = NULL, leased_until = NULL
      WHERE id = ${run.id} AND lease_token = ${run.lease_token}::uuid RETURNING id, slot_key
    ) SELECT id, ${notifyFreeSlot} FROM mine`)

export const end = (run: ClaimedRun, state: "completed" | "failed", outcome: unknown) =>
  write(sql`WITH mine AS (
      UPDATE engine_run SET state = ${state}, outcome = ${JSON.stringify(outcome ?? null)}::jsonb, ended_at = now(),
        lease_token = NULL, leased_until = NULL
      WHERE id = ${run.id} AND lease_token = ${run.lease_token}::uuid RETURNING id, slot_key
    ) SELECT id, ${notifyFreeSlot} FROM mine`)

/** A concurrency slot is free: notify the other processes, which may have a run that waits for it. */
const notifyFreeSlot = sql`CASE WHEN slot_key IS NOT NULL THEN pg_notify('engine_due', '')::text END AS notified`

const write = async (statement: Sql) => (await rows<{ id: string }>(statement)).length > 0
