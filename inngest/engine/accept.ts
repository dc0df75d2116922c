/** Stores events together with the runs they start, in one statement, so an accepted event is never lost. */
import { createHash } from "node:crypto"
import { ulid } from "ulid"
import { rows, sql } from "@/prisma/client"
import { eventValue } from "./event-value"
import type { EngineFunction } from "./functions"

/**
 * An event as the SDK sends it. Events with the same `id` count once in 24 hours. A `ts` in the future delays its runs
 * until then.
 */
export type SentEvent = { name: string; data?: unknown; id?: string; ts?: number }

/**
 * Stores `events` and starts their runs. Returns the event ids.
 *
 * `seed` identifies one send: a retry with the same seed stores nothing new. `from` is the id of the sending engine,
 * which does not need to be notified. `only` starts that function instead of those triggered by the event's name.
 */
export async function accept(
  functions: EngineFunction[],
  events: SentEvent[],
  { seed = ulid(), from = "", only }: { seed?: string; from?: string; only?: string } = {},
): Promise<string[]> {
  const stored = events.map((event, index) => storedEvent(event, createId(seed, index)))
  const unique = [...new Map(stored.map((event) => [event.once_key ?? event.id, event])).values()]
  const runs = unique.flatMap((event) => runsOf(functions, event, only))
  await rows(statement(JSON.stringify(unique), JSON.stringify(distinct(runs)), from))
  return stored.map(({ id }) => id)
}

const createId = (seed: string, index: number) =>
  `evt_${createHash("sha256").update(`${seed}:${index}`).digest("base64url").slice(0, 26)}`

function storedEvent(event: SentEvent, id: string) {
  const payload = { ...event, id: event.id ?? id, data: event.data ?? {}, ts: event.ts ?? Date.now() }
  return { id, name: event.name, payload, once_key: event.id ? `event:${event.id}` : null }
}

type StoredEvent = ReturnType<typeof storedEvent>

const runsOf = (functions: EngineFunction[], event: StoredEvent, only: string | undefined) =>
  functions
    .filter(({ id, events }) => (only ? id === only : events.includes(event.name)))
    .map((started) => newRun(started, event))

function newRun({ id, slot, idempotency }: EngineFunction, { id: event_id, payload }: StoredEvent) {
  const value = slot?.key ? eventValue(slot.key, payload) : ""
  return {
    id: `run_${ulid()}`,
    event_id,
    function_id: id,
    due_in_ms: Math.max(0, payload.ts - Date.now()),
    slot_key: slot ? `${id}:${value}` : null,
    slot_limit: slot?.limit ?? null,
    once_key: idempotency ? `run:${id}:${eventValue(idempotency, payload)}` : null,
  }
}

/** When several runs of one send have the same idempotency key, the first counts. */
const distinct = (runs: ReturnType<typeof newRun>[]) => [
  ...new Map(runs.toReversed().map((run) => [run.once_key ?? run.id, run])).values(),
]

const statement = (events: string, runs: string, from: string) => sql`
  WITH sent AS (
    SELECT * FROM jsonb_to_recordset(${events}::jsonb) AS e(id text, name text, payload jsonb, once_key text)
  ), wanted AS (
    SELECT * FROM jsonb_to_recordset(${runs}::jsonb) AS r(id text, event_id text, function_id text, due_in_ms float8,
      slot_key text, slot_limit int, once_key text)
  ), first AS (
    INSERT INTO engine_once AS o (key, expires_at)
    SELECT once_key, now() + interval '24 hours' FROM sent WHERE once_key IS NOT NULL
    UNION ALL SELECT once_key, now() + interval '24 hours' FROM wanted WHERE once_key IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at WHERE o.expires_at <= now() RETURNING key
  ), event AS (
    INSERT INTO engine_event (id, name, payload)
    SELECT id, name, payload FROM sent WHERE once_key IS NULL OR once_key IN (SELECT key FROM first)
    ON CONFLICT (id) DO NOTHING RETURNING id
  ), run AS (
    INSERT INTO engine_run (id, function_id, event_id, due_at, slot_key, slot_limit)
    SELECT w.id, w.function_id, w.event_id, now() + make_interval(secs => w.due_in_ms / 1000), w.slot_key, w.slot_limit
    FROM wanted w JOIN event ON event.id = w.event_id WHERE w.once_key IS NULL OR w.once_key IN (SELECT key FROM first)
    RETURNING id
  )
  SELECT pg_notify('engine_due', ${from}) FROM (SELECT count(*) AS runs FROM run) AS started WHERE runs > 0`
