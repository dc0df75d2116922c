/** Counts the open function runs of the embedded engine. All values are 0 when an Inngest server runs the functions. */
import { rows, sql } from "@/prisma/client"

export type EngineLoad = {
  /** Runs that could start now and that no process works on. */
  due: number
  running: number
  /** Runs that sleep or wait for a retry. */
  waiting: number
  /** How long the oldest due run has been due; 0 when none is due. */
  oldest_due_seconds: number
}

/** Reads only open runs, which have a separate index. */
export async function engineLoad(): Promise<EngineLoad> {
  const [load] = await rows<EngineLoad>(statement)
  return load as EngineLoad
}

const statement = sql`
  select count(*) filter (where is_due) as due, count(*) filter (where is_running) as running,
    count(*) filter (where not is_due and not is_running) as waiting,
    coalesce(extract(epoch from now() - min(due_at) filter (where is_due)), 0) as oldest_due_seconds
  from (
    select due_at, is_running, due_at <= now() and not is_running as is_due
    from (select due_at, coalesce(leased_until > now(), false) as is_running from engine_run where state = 'open') r) o`
