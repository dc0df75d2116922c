/** Stores events together with the runs they start, in one statement, so an accepted event is never lost. */
import { createHash } from "node:crypto"
import { ulid } from "ulid"
import { rows, sql } from "@/prisma/client"
import type { EngineFunction } from "./functions"

/**
 * An event as the SDK sends it. Events with the same `id` count once in 24 hours. A `ts` in the future delays its runs
 * until then.
 */
export type SentEvent = { name: string; data?: unknown; id?: string; ts?: number }

/**
 * Stores `events` and starts their runs. Returns the event ids.
 *
 * `seed` identifies one send: a retry with the same seed stores nothing new. `senderId` is the id of the sending
 * engine, which needs no notification. `functionId` starts that function instead of those triggered by the event's
 * name.
 */
export async function storeEvents(
  functions: EngineFunction[],
  events: SentEvent[],
  { seed = ulid(), senderId = "", functionId }: { seed?: string; senderId?: string; functionId?: string } = {},
): Promise<string[]> {
  const stored = events.map((event, index) => storedEvent(event, createId(seed, index)))
  const unique = [...new Map(stored.map((event) => [event.once_key ?? event.id, event])).values()]
  const runs = unique.flatMap((event) => runsOf(functions, event, functionId))
  await rows(storeStatement(JSON.stringify(unique), JSON.stringify(withoutRepeats(runs)), senderId))
  return stored.map(({ id }) => id)
}

const createId = (seed: string, index: number) =>
  `evt_${createHash("sha256").update(`${seed}:${index}`).digest("base64url").slice(0, 26)}`

function storedEvent(event: SentEvent, id: string) {
  const payload = { ...event, id: event.id ?? id, data: event.data ?? {}, ts: event.ts ?? Date.now() }
  return { id, name: event.name, payload, once_key: event.id ? `event:${event.id}` : null }
}

type StoredEvent = ReturnType<typeof storedEvent>

const runsOf = (functions: EngineFunction[], event: StoredEvent, functionId: string | undefined) =>
  functions
    .filter(({ id, events }) => (functionId ? id === functionId : events.includes(event.name)))
    .map((started) => newRun(started, event))

function newRun({ id, concurrency, idempotency }: EngineFunction, { id: event_id, payload }: StoredEvent) {
  const value = concurrency?.key ? eventValue(concurrency.key, payload) : ""
  return {
    id: `run_${ulid()}`,
    event_id,
    function_id: id,
    due_in_ms: Math.max(0, payload.ts - Date.now()),
    slot_key: concurrency ? `${id}:${value}` : null,
    slot_limit: concurrency?.limit ?? null,
    once_key: idempotency ? `run:${id}:${eventValue(idempotency, payload)}` : null,
  }
}

type NewRun = ReturnType<typeof newRun>

/** Evaluates a key expression. The engine supports only paths into the event, such as `event.data.team_id`. */
function eventValue(expression: string, event: unknown): string {
  const path = expression.split(".")
  if (path[0] !== "event" || !path.every((part) => /^\w+$/.test(part)))
    throw new Error(`the embedded engine supports only paths such as event.data.id as keys, not ${expression}`)
  let value: unknown = event
  for (const name of path.slice(1)) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return JSON.stringify(value ?? null)
}

/** Of the runs with the same idempotency key, keeps only the first. */
function withoutRepeats(runs: NewRun[]) {
  const firstRuns = new Map<string, NewRun>()
  for (const run of runs) {
    const key = run.once_key ?? run.id
    if (!firstRuns.has(key)) firstRuns.set(key, run)
  }
  return [...firstRuns.values()]
}

/** `new_key` has the keys that did not occur in the last 24 hours. Only their events and runs are stored. */
const storeStatement = (events: string, runs: string, senderId: string) => sql`
  with sent as (
    select * from jsonb_to_recordset(${events}::jsonb) as e(id text, name text, payload jsonb, once_key text)
  ), wanted as (
    select * from jsonb_to_recordset(${runs}::jsonb) as r(id text, event_id text, function_id text, due_in_ms float8,
      slot_key text, slot_limit int, once_key text)
  ), new_key as (
    insert into engine_once as earlier (key, expires_at)
    select once_key, now() + interval '24 hours' from sent where once_key is not null
    union all select once_key, now() + interval '24 hours' from wanted where once_key is not null
    on conflict (key) do update set expires_at = excluded.expires_at where earlier.expires_at <= now() returning key
  ), event as (
    insert into engine_event (id, name, payload)
    select id, name, payload from sent where once_key is null or once_key in (select key from new_key)
    on conflict (id) do nothing returning id
  ), run as (
    insert into engine_run (id, function_id, event_id, due_at, slot_key, slot_limit)
    select wanted.id, function_id, event_id, now() + make_interval(secs => due_in_ms / 1000), slot_key, slot_limit
    from wanted join event on event.id = event_id where once_key is null or once_key in (select key from new_key)
    returning id
  )
  select pg_notify('engine_due', ${senderId}) from (select count(*) as runs from run) as started where runs > 0`
