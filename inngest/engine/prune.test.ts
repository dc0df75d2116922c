import { ulid } from "ulid"
import { expect, test } from "vitest"
import { rows, sql } from "@/prisma/client"
import { forgetOld } from "./prune"

test("forgets what ended days ago, and keeps what is open, what is recent, and the events of both", async () => {
  const about = ulid()
  const run = (name: string, state: string, days: number) =>
    rows(sql`
    WITH event AS (INSERT INTO engine_event (id, name, payload, received_at)
      VALUES (${about + name}, 'x', '{}', now() - make_interval(days => ${days}::int)) RETURNING id)
    INSERT INTO engine_run (id, function_id, event_id, state, due_at, ended_at)
    SELECT id, ${about}, id, ${state}, now(), CASE WHEN ${state}::text <> 'open' THEN now() - make_interval(days => ${days}::int) END FROM event`)
  await run("old", "completed", 8)
  await run("open", "open", 8)
  await run("recent", "failed", 6)
  await rows(sql`INSERT INTO engine_event (id, name, payload, received_at)
    VALUES (${`${about}alone`}, 'x', '{}', now() - interval '8 days'), (${`${about}fresh`}, 'x', '{}', now())`)
  await rows(
    sql`INSERT INTO engine_once (key, expires_at) VALUES (${`${about}past`}, now() - interval '1 s'), (${`${about}kept`}, now() + interval '1 h')`,
  )
  await forgetOld()
  const left = async (statement: Parameters<typeof rows>[0]) =>
    (await rows<{ id: string }>(statement)).map(({ id }) => id.slice(about.length))
  expect(await left(sql`SELECT id FROM engine_run WHERE function_id = ${about} ORDER BY 1`)).toEqual(["open", "recent"])
  expect(await left(sql`SELECT id FROM engine_event WHERE id LIKE ${`${about}%`} ORDER BY 1`)).toEqual([
    "fresh",
    "open",
    "recent",
  ])
  expect(await left(sql`SELECT key AS id FROM engine_once WHERE key LIKE ${`${about}%`}`)).toEqual(["kept"])
})
