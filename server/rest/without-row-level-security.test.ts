/** Every statement names its team. Row-level security would hide a statement that does not, so these tests switch it off. */
import pg from "pg"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import type { TeamFacts } from "@/domain/kernel/context"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import { furnishedPath } from "../testing/ask-and-check"
import { serveRest } from "../testing/serve-rest"
import { type Route, routes } from "./routes"

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })
ownDatabase()

/** The state of the limits changes with each request. */
const isRepeatable = ({ operation }: Route) => operation.id !== "usage.getMe"
const shown = routes.filter(isRepeatable).map((route) => [route.operation.id, route] as const)
let server: Awaited<ReturnType<typeof serveRest>>
let ada: { team: TeamFacts; secret: string }
const paths = new Map<Route, { own: string; foreign: string }>()
const answersBefore = new Map<Route, unknown>()

beforeAll(async () => {
  await switchRowLevelSecurityOff()
  server = await serveRest()
  const team = await freshTeam({ plan: "agency" })
  ada = { team, secret: (await freshKey(team)).secret }
  for (const route of routes) paths.set(route, { own: await furnishedPath(route, team), foreign: "" })
  for (const route of routes) answersBefore.set(route, await answer(pathsOf(route).own))
  const other = await freshTeam({ plan: "agency" })
  await freshKey(other)
  for (const route of routes) pathsOf(route).foreign = await furnishedPath(route, other)
})
afterAll(() => server.close())

it.each(shown)("%s gives a team the same answer when another team has data, too", async (_, route) => {
  expect(await answer(pathsOf(route).own)).toEqual(answersBefore.get(route))
})

const withIds = shown.filter(([, { operation }]) => operation.rest?.path.includes("{"))

it.each(withIds)("%s does not find ids of another team", async (_, route) => {
  expect(await answer(pathsOf(route).foreign)).toMatchObject({ status: 404 })
})

const pathsOf = (route: Route) => paths.get(route) as { own: string; foreign: string }

/** What does not depend on the moment of the request. */
async function answer(path: string) {
  const response = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${ada.secret}` } })
  const { data, meta } = await response.json()
  return { status: response.status, data, total: meta?.total, totals: meta?.totals }
}

async function switchRowLevelSecurityOff() {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  const { rows } = await owner.query("select oid::regclass::text as name from pg_class where relrowsecurity")
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`)
  await owner.end()
  expect(rows.length).toBeGreaterThan(20)
}
