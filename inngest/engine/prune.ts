/** Forgets what ended some days ago, a little at a time. */
import { log } from "@/domain/log"
import { rows, sql } from "@/prisma/client"

/** Every hour, and soon after the start. Returns how to stop. */
export function pruneEngine() {
  const prune = () => forgetOld().catch((err) => log.warn({ err }, "old runs were not removed"))
  const soon = setTimeout(prune, 60_000).unref()
  const hourly = setInterval(prune, 3_600_000).unref()
  return () => {
    clearTimeout(soon)
    clearInterval(hourly)
  }
}

/** Runs that ended more than `days` ago, events that started nothing since, and keys that have expired. */
export async function forgetOld(days = 7) {
  while (await forgetSome(runs(days)));
  while (await forgetSome(events(days)));
  while (await forgetSome(keys));
}

const forgetSome = async (statement: Parameters<typeof rows>[0]) => (await rows(statement)).length === AT_ONCE

const AT_ONCE = 1_000

const runs = (days: number) => sql`DELETE FROM engine_run WHERE id IN (SELECT id FROM engine_run
  WHERE state <> 'open' AND ended_at < now() - make_interval(days => ${days}::int) LIMIT ${AT_ONCE}) RETURNING id`

const events = (days: number) => sql`DELETE FROM engine_event WHERE id IN (SELECT id FROM engine_event e
  WHERE received_at < now() - make_interval(days => ${days}::int)
    AND NOT EXISTS (SELECT FROM engine_run r WHERE r.event_id = e.id) LIMIT ${AT_ONCE}) RETURNING id`

const keys = sql`DELETE FROM engine_once WHERE key IN (SELECT key FROM engine_once
  WHERE expires_at < now() LIMIT ${AT_ONCE}) RETURNING key`
