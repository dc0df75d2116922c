import { afterEach, describe, expect, it, vi } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { generateKey } from "@/domain/kernel/key-format"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { deleteExpired } from "@/domain/operating/retention"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { database, inTeam, prisma, rows, sql } from "@/prisma/client"
import { getKey } from "./get"
import { getKeyRequest } from "./get-request"
import { getKeyUsage } from "./get-usage"
import { listKeyRequests } from "./list-requests"
import {
  flushRequestLog,
  loggedProblem,
  loggedQuery,
  logRequest,
  type RequestLogEntry,
  requestLogDays,
} from "./request-log"

const dayMs = 86_400_000

/** Adds a request to the log's queue. */
function logged(team: TeamFacts, key_id: string, more: Partial<RequestLogEntry> & { at?: number } = {}) {
  const { at = Date.now(), ...given } = more
  const entry: RequestLogEntry = {
    id: newId("request", at),
    team_id: team.id,
    key_id,
    method: "GET",
    route: "/api/v1/clients",
    path: "/api/v1/clients",
    status: 200,
    code: null,
    duration_ms: 4.2,
    bytes: 512,
    ip: "203.0.113.77",
    user_agent: "curl/8.5.0",
    created_at: new Date(at).toISOString(),
    ...given,
  }
  logRequest(entry)
  return entry
}

const requests = async (team: TeamFacts, input: object = {}) =>
  (await run(listKeyRequests, asPerson(team), input as never)).data

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe("the request log", () => {
  it("writes all queued requests in one statement, automatically within a second", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    logged(team, id)
    await flushRequestLog()
    const query = vi.spyOn(database().pool, "query")
    for (let i = 0; i < 300; i++) logged(team, id)
    expect(query).not.toHaveBeenCalled()
    await vi.waitFor(async () => expect(query).toHaveBeenCalledTimes(1), longWait)
    query.mockRestore()
    await flushRequestLog()
    expect((await run(listKeyRequests, asPerson(team), { limit: 1 } as never)).meta.total).toBe(301)
  })

  it("is complete when a flush returns, even if another flush was running", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    logged(team, id)
    const first = flushRequestLog()
    logged(team, id)
    await Promise.all([flushRequestLog(), flushRequestLog(), first])
    expect(await requests(team)).toHaveLength(2)
  })

  it("retries while the database is unreachable, and drops what the database rejects", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    await flushRequestLog()
    const query = vi.spyOn(database().pool, "query")
    const error = vi.spyOn(log, "error").mockReturnValue()
    query.mockRejectedValueOnce(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) as never)
    const kept = logged(team, id)
    await flushRequestLog()
    await flushRequestLog()
    expect((await requests(team)).map((r) => r.id)).toEqual([kept.id])
    query.mockRejectedValueOnce(Object.assign(new Error("refused"), { code: "22P02" }) as never)
    logged(team, id)
    await flushRequestLog()
    await flushRequestLog()
    expect(await requests(team)).toHaveLength(1)
    expect(error.mock.calls.map(([facts]) => facts)).toMatchObject([
      { requeued: 1, dropped: 0 },
      { requeued: 0, dropped: 1 },
    ])
  })

  it("stores networks instead of addresses, and redacts keys in headers and paths", async () => {
    const team = await freshTeam()
    const { id, secret } = await freshKey(team)
    logged(team, id, { user_agent: `tool (${secret})`, path: `/api/v1/${secret}`, ip: "2001:db8:1:2::3" })
    await flushRequestLog()
    const [entry] = await requests(team)
    expect(entry).toMatchObject({ ip: "2001:db8:1::/48", user_agent: "tool (sbx_live_[redacted])" })
    expect(JSON.stringify(entry)).not.toContain(secret)
  })

  it("stores the query, the database time and the problem of each request, and shows them only to its team", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    const problem = JSON.stringify({ code: "parameter_invalid", detail: "limit is less than 1.", errors: [] })
    const failed = logged(team, id, { search: "?limit=0&tag=a%20b&token=abc", db_ms: 1.5, status: 400, problem })
    const fine = logged(team, id)
    await flushRequestLog()
    const get = async (asker: TeamFacts, request_id: string) =>
      (await run(getKeyRequest, asPerson(asker, "viewer"), { request_id })).data
    expect(await get(team, failed.id)).toMatchObject({
      query: "limit=0&tag=a%20b&token=[redacted]",
      parameters: [
        { name: "limit", value: "0" },
        { name: "tag", value: "a b" },
        { name: "token", value: "[redacted]" },
      ],
      db_ms: 1.5,
      problem: { code: "parameter_invalid", detail: "limit is less than 1." },
    })
    expect(await get(team, fine.id)).toMatchObject({ query: null, parameters: [], problem: null, db_ms: null })
    await expect(get(await freshTeam(), failed.id)).rejects.toMatchObject({ code: "resource_not_found" })
  })

  it("is filtered by key, status, path and request id", async () => {
    const team = await freshTeam()
    const one = await freshKey(team)
    const other = await freshKey(team)
    const missing = logged(team, one.id, { at: Date.now() - 1_000, status: 404, path: "/api/v1/clients/cli_1" })
    const reports = logged(team, other.id, { path: "/api/v1/reports", search: "?q=100%25" })
    await flushRequestLog()
    const found = async (input: object) => (await requests(team, input)).map(({ id }) => id)
    expect(await found({})).toEqual([reports.id, missing.id])
    expect(await found({ key_id: one.id })).toEqual([missing.id])
    expect(await found({ status: 404 })).toEqual([missing.id])
    expect(await found({ path: "/REPORTS?q=" })).toEqual([reports.id])
    expect(await found({ path: "100%" })).toEqual([reports.id])
    expect(await found({ path: "%" })).toEqual([reports.id])
    expect(await found({ request_id: missing.id })).toEqual([missing.id])
    expect(await found({ request_id: missing.id, key_id: other.id })).toEqual([])
  })

  it("deletes requests after 30 days", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    const old = logged(team, id, { at: Date.now() - requestLogDays * dayMs - 60_000 })
    const young = logged(team, id, { at: Date.now() - requestLogDays * dayMs + 60_000 })
    await flushRequestLog()
    await deleteExpired("request_log_entry")
    const ids = (await requests(team)).map((r) => r.id)
    expect(ids).toContain(young.id)
    expect(ids).not.toContain(old.id)
  })

  it("updates the key's last use, at most once a minute", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    const lastUsed = async () => (await run(getKey, asPerson(team), { key_id: id } as never)).data.last_used_at
    const at = Date.now() - 600_000
    const use = async (seconds: number) => {
      logged(team, id, { at: at + seconds * 1000 })
      await flushRequestLog()
      return lastUsed()
    }
    const moment = (seconds: number) => new Date(at + seconds * 1000).toISOString()
    expect(await lastUsed()).toBeNull()
    expect(await use(0)).toBe(moment(0))
    expect(await use(59)).toBe(moment(0))
    expect(await use(60)).toBe(moment(0))
    expect(await use(61)).toBe(moment(61))
    expect((await run(getKey, asPerson(team), { key_id: id } as never)).data).toMatchObject({
      last_used_ip: "203.0.113.0/24",
      last_used_user_agent: "curl/8.5.0",
    })
  })

  it("does not update a key of another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const { id } = await freshKey(team)
    logged(other, id)
    await flushRequestLog()
    expect((await run(getKey, asPerson(team), { key_id: id } as never)).data.last_used_at).toBeNull()
  })
})

describe("keys.listRequests", () => {
  it("lists the newest requests first, and every request exactly once over all pages", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    const at = Date.now()
    const made = Array.from({ length: 11 }, (_, i) => logged(team, id, { at: at - Math.floor(i / 3) * 1000 }))
    await flushRequestLog()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data, meta } = await run(listKeyRequests, asPerson(team), { limit: 4, cursor } as never)
      expect(meta).toMatchObject({ total: 11, total_is_exact: true, truncated: true })
      seen.push(...data.map((r) => r.id))
      cursor = meta.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(11)
    expect(new Set(seen)).toEqual(new Set(made.map((r) => r.id)))
    const moments = (await requests(team)).map((r) => r.created_at)
    expect(moments).toEqual([...moments].sort().reverse())
  })

  it("sorts by time and by duration in both directions, also over several pages", async () => {
    const team = await freshTeam()
    const keys = [await freshKey(team), await freshKey(team)]
    const at = Date.now()
    const durations = [7, 900.5, 30, 30, 2]
    durations.forEach((duration_ms, i) => {
      logged(team, (keys[i % 2] as (typeof keys)[number]).id, { duration_ms, at: at - i * 1_000 })
    })
    await flushRequestLog()
    const durationsBy = async (sort: string) => {
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const { data, meta } = await run(listKeyRequests, asPerson(team), { sort, limit: 2, cursor } as never)
        seen.push(...data.map(({ duration_ms }) => duration_ms))
        cursor = meta.next_cursor ?? undefined
      } while (cursor)
      return seen
    }
    expect(await durationsBy("-created_at")).toEqual(durations)
    expect(await durationsBy("created_at")).toEqual(durations.toReversed())
    expect(await durationsBy("-duration_ms")).toEqual([900.5, 30, 30, 7, 2])
    expect(await durationsBy("duration_ms")).toEqual([2, 7, 30, 30, 900.5])
  })

  it("filters by key, status class, route and time", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const a = await freshKey(team)
    const b = await freshKey(team)
    const c = await freshKey(other)
    const at = Date.now()
    logged(team, a.id, { status: 304, at: at - 120_000 })
    logged(team, a.id, { status: 404, code: "resource_not_found", route: "/api/v1/clients/{client_id}" })
    logged(team, b.id, { status: 503, code: "unavailable" })
    logged(other, c.id)
    await flushRequestLog()
    const total = async (input: object) => (await requests(team, input)).length
    expect(await total({})).toBe(3)
    expect(await total({ key_id: a.id })).toBe(2)
    expect(await total({ key_id: c.id })).toBe(0)
    expect(await total({ status_class: ["3xx", "5xx"] })).toBe(2)
    expect(await total({ route: "/api/v1/clients/{client_id}" })).toBe(1)
    expect(await total({ since: new Date(at - 60_000).toISOString() })).toBe(2)
    expect(await total({ until: new Date(at - 60_000).toISOString() })).toBe(1)
    expect(await total({ since: "1970-01-01", until: "2199-12-31" })).toBe(3)
  })

  it("lists a long request that started before `since` and ended after it", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    const at = Date.now()
    const long = logged(team, id, { at: at - 60_000, created_at: new Date(at).toISOString() })
    await flushRequestLog()
    const found = await requests(team, { since: new Date(at - 1).toISOString() })
    expect(found.map((request) => request.id)).toEqual([long.id])
  })

  it("reads only the part of the log between `since` and `until`, through the primary key", async () => {
    const team = await freshTeam()
    const { id: key_id } = await freshKey(team)
    const execute = vi.spyOn(database().pool, "execute")
    await requests(team, { key_id, since: "2026-11-01", until: "2026-11-02" })
    const [{ text, values }] = execute.mock.calls[0] as unknown as [{ text: string; values: unknown[] }]
    const plan = await inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        await tx.$executeRaw(sql`set local enable_seqscan = off`)
        return tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(`explain ${text}`, ...values)
      }),
    )
    const lines = plan.map((row) => row["QUERY PLAN"]).filter((line) => line.includes("Index Cond"))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/key_id = .*id >= .*id < /)
  })
})

describe("keys.getUsage", () => {
  it("counts every day of the last 30 by status class, including empty days", async () => {
    const team = await freshTeam()
    const a = await freshKey(team)
    const b = await freshKey(team)
    const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`)
    const owner = asPerson(team, "owner", () => new Date(noon))
    for (const [key, daysAgo, status] of [
      [a, 0, 200],
      [a, 0, 304],
      [b, 0, 429],
      [a, 1, 500],
      [a, 29, 200],
      [a, 30, 200],
    ] as const)
      logged(team, key.id, { status, at: noon - daysAgo * dayMs })
    await flushRequestLog()
    const { data } = await run(getKeyUsage, owner, {})
    expect(data).toHaveLength(30)
    expect(data.at(-1)).toEqual({
      date: new Date(noon).toISOString().slice(0, 10),
      "2xx": 1,
      "3xx": 1,
      "4xx": 1,
      "5xx": 0,
    })
    expect(data.at(-2)).toMatchObject({ "5xx": 1 })
    expect(data[0]).toMatchObject({ "2xx": 1 })
    expect(data[5]).toMatchObject({ "2xx": 0 })
    const ofB = await run(getKeyUsage, owner, { key_id: b.id } as never)
    expect(ofB.data.reduce((sum, day) => sum + day["2xx"] + day["3xx"] + day["4xx"] + day["5xx"], 0)).toBe(1)
  })

  it("does not count requests of another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const { id } = await freshKey(other)
    logged(other, id)
    await flushRequestLog()
    const { data } = await run(getKeyUsage, asPerson(team), { key_id: id } as never)
    expect(new Set(data.map((day) => day["2xx"]))).toEqual(new Set([0]))
    expect(await rows(sql`select 1 from request_log_entry`)).toEqual([])
  })
})

describe("the query in the request log", () => {
  it("is stored as it was sent, without the question mark", () => {
    expect(loggedQuery("?limit=0&q=caf%C3%A9")).toBe("limit=0&q=caf%C3%A9")
    expect(loggedQuery("")).toBeNull()
    expect(loggedQuery("?")).toBeNull()
  })

  it("is stored without credentials: API keys anywhere, and values of parameters with a name such as token", () => {
    const key = generateKey("live")
    expect(loggedQuery(`?q=${key}`)).toBe("q=sbx_live_[redacted]")
    expect(loggedQuery("?api_key=abc&Access-Token=d&password=e&key=f&monkey=g&token")).toBe(
      "api_key=[redacted]&Access-Token=[redacted]&password=[redacted]&key=[redacted]&monkey=g&token",
    )
  })

  it("is cut to 1,000 characters, and a key across the cut is still redacted", () => {
    expect(loggedQuery(`?q=${"a".repeat(5_000)}`)).toHaveLength(1_000)
    const key = generateKey("live")
    expect(loggedQuery(`?q=${"a".repeat(980)}${key}`)).not.toContain(key.slice(0, 15))
  })
})

describe("the problem in the request log", () => {
  it("is stored completely, or without the last of its errors when it is too long", () => {
    const short = JSON.stringify({ title: "T", detail: "D", errors: [{ detail: "one" }] })
    expect(loggedProblem(short)).toBe(short)
    const errors = Array.from({ length: 500 }, (_, i) => ({ parameter: `p${i}`, detail: `p${i} is not known.` }))
    const stored = loggedProblem(JSON.stringify({ title: "T", detail: "long ".repeat(2_000), code: "c", errors }))
    expect(stored.length).toBeLessThanOrEqual(4_000)
    const parsed = JSON.parse(stored)
    expect(parsed).toMatchObject({ title: "T", code: "c" })
    expect(parsed.errors.length).toBeGreaterThan(10)
  })
})
