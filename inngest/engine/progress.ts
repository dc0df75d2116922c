/**
 * Records the progress of a run. Each write takes effect only under the run's current lease, and returns whether it
 * did.
 */
import { rows, type Sql, sql } from "@/prisma/client"
import type { ClaimedRun, StepResult } from "./call"

export type NewStep = { id: string; ordinal: number; result: StepResult; due_in_ms: number | null }

/** Stores step results, so that the steps are not repeated. */
export const storeSteps = (run: ClaimedRun, steps: NewStep[]) =>
  write(sql`with owned as (
      update engine_run set attempt = 0 where id = ${run.id} and lease_token = ${run.lease_token}::uuid returning id
    ), stored as (
      insert into engine_step (run_id, id, ordinal, result, wakes_at)
      select owned.id, step.id, ordinal, result, now() + make_interval(secs => due_in_ms / 1000)
      from owned, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as step(id text, ordinal int, result jsonb, due_in_ms float8)
      on conflict (run_id, id) do nothing
    ) select id from owned`)

/** Releases the run until it is due again. */
export const pause = (run: ClaimedRun, { inMs, attempt }: { inMs: number; attempt: number }) =>
  write(sql`with owned as (
      update engine_run set due_at = now() + make_interval(secs => ${inMs / 1000}::float8), attempt = ${attempt},
        lease_token = null, leased_until = null
      where id = ${run.id} and lease_token = ${run.lease_token}::uuid returning id, slot_key
    ) select id, ${notifyFreeSlot} from owned`)

/** Ends the run. `outcome`: the return value of the function, or the error with which it failed for good. */
export const end = (run: ClaimedRun, state: "completed" | "failed", outcome: unknown) =>
  write(sql`with owned as (
      update engine_run set state = ${state}, outcome = ${JSON.stringify(outcome ?? null)}::jsonb, ended_at = now(),
        lease_token = null, leased_until = null
      where id = ${run.id} and lease_token = ${run.lease_token}::uuid returning id, slot_key
    ) select id, ${notifyFreeSlot} from owned`)

/** A concurrency slot is free: notify the other processes, which may have a run that waits for it. */
const notifyFreeSlot = sql`case when slot_key is not null then pg_notify('engine_due', '')::text end as notified`

const write = async (statement: Sql) => (await rows(statement)).length > 0
