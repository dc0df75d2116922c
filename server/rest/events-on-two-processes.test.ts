/** Tests events read from two processes on one database, as behind a proxy that alternates. Starts its own Postgres. */
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { events } from "@/domain/events/catalogue"
import { publish } from "@/domain/events/publish"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { limitsOf } from "@/domain/kernel/plans"
import { revokeKey } from "@/domain/keys/revoke"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { disconnect, inTeam, prisma } from "@/prisma/client"
import { startTemporaryDatabase } from "@/scripts/temporary-database"
import { startOtherProcess } from "../testing/other-process"
import { serveRest } from "../testing/serve-rest"

let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let here: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  database = await startTemporaryDatabase()
  vi.stubEnv("RATE_LIMIT_STORE", "postgres")
  here = await serveRest()
})
afterAll(async () => {
  await here.close()
  await disconnect()
  await database.stop()
  vi.unstubAllEnvs()
})

const other = () => startOtherProcess({ RATE_LIMIT_STORE: "postgres" })
const send = ({ url }: { url: string }, key: string, query = "") =>
  fetch(`${url}/api/v1/events${query}`, { headers: { authorization: `Bearer ${key}` } })
const happens = (team: TeamFacts) =>
  inTeam(team.id, () =>
    prisma.$transaction((tx) =>
      publish(tx, { team_id: team.id, type: "test.ping", data: events["test.ping"].example }),
    ),
  ).then((message) => message?.id ?? "")

type Page = { data: { id: string; seq: number }[] }

it("events reach a poller once each and in order from either process while more are published", async () => {
  const there = await other()
  const team = await freshTeam({ plan: "scale" })
  const { secret } = await freshKey(team)
  const seen: Page["data"] = [{ id: await happens(team), seq: 1 }]
  let isOver = false
  const happening = Promise.all(Array.from({ length: 8 }, () => several(team, 15))).then((ids) => {
    isOver = true
    return ids.flat()
  })
  for (let turn = 0, isEmpty = false; !(isOver && isEmpty); turn++) {
    isEmpty = isOver
    const response = await send(turn % 2 ? here : there, secret, `?limit=7&after=${seen.at(-1)?.id}`)
    const { data } = (await response.json()) as Page
    seen.push(...data)
    isEmpty &&= data.length === 0
  }
  const published = await happening
  expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 121 }, (_, i) => i + 1))
  expect(new Set(seen.slice(1).map(({ id }) => id))).toEqual(new Set(published))
  await there.stop()
})

async function several(team: TeamFacts, count: number) {
  const ids: string[] = []
  while (ids.length < count) ids.push(await happens(team))
  return ids
}

it("reads of events count against one quota, and are refused everywhere soon after the key is revoked", async () => {
  const there = await other()
  const team = await freshTeam({ plan: "pro" })
  const { id, secret } = await freshKey(team)
  const quota = limitsOf("pro").keyRequestsPerMinute
  const statuses: number[] = []
  while (statuses.length < quota + 20) {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(i % 2 ? here : there, secret, "?limit=1")),
    )
    statuses.push(...responses.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(quota)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  await run(revokeKey, asPerson(team), { key_id: id } as never)
  expect((await send(here, secret)).status).toBe(401)
  await vi.waitUntil(async () => (await send(there, secret)).status === 401, longWait)
  await there.stop()
})

it("a poller continues at another process when one is killed", async () => {
  const there = await other()
  const team = await freshTeam()
  const { secret } = await freshKey(team)
  const first = await happens(team)
  const second = await happens(team)
  expect((await send(there, secret, `?after=${first}`)).status).toBe(200)
  await there.stop("SIGKILL")
  await expect(send(there, secret)).rejects.toThrow("fetch failed")
  const successor = await other()
  for (const place of [here, successor]) {
    const { data } = (await (await send(place, secret, `?after=${first}`)).json()) as Page
    expect(data.map(({ id }) => id)).toEqual([second])
  }
  await successor.stop()
})
