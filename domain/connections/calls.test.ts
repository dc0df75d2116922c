import pino from "pino"
import { describe, expect, it, vi } from "vitest"
import { createClient } from "@/domain/clients/create"
import { updateClient } from "@/domain/clients/update"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { freshKey } from "@/domain/testing/key"
import { freshMember } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { listCalls } from "./list-calls"
import { listIntegrations } from "./list-integrations"
import { type ConnectionCall, flushConnectionCalls, logConnectionCall } from "./log-call"
import { createOpaqueToken } from "./oauth/opaque-token"

async function setup() {
  const team = await freshTeam()
  const ada = await freshMember(team, "admin")
  const accessToken = {
    connectionId: newId("connectionCall"),
    teamId: team.id,
    userId: ada.actor.id,
    clientId: "https://app.example/client.json",
    clientName: "Claude",
    scopes: ["data:read", "data:write"] as ("data:read" | "data:write")[],
    expiresAt: new Date(Date.now() + 60_000),
  }
  // Each call is a second later than the call before, because the log is sorted by time.
  let seconds = 0
  const queue = (more: Partial<ConnectionCall> = {}) =>
    logConnectionCall({
      accessToken,
      clientInfo: "claude-ai 1.0",
      protocolVersion: "2025-11-25",
      requestId: newId("request"),
      traceId: null,
      method: "tools/call",
      name: "list_clients",
      arguments: { limit: 10 },
      result: "ok",
      isWrite: false,
      rows: 7,
      bytes: 900,
      durationMs: 12.4,
      ip: "198.51.100.7",
      at: new Date(Date.now() + 1_000 * seconds++),
      ...more,
    })
  const log = (more?: Partial<ConnectionCall>) => queue(more).then(flushConnectionCalls)
  const names = async () => (await run(listCalls, ada, {})).data.map(({ name }) => name)
  return { team, ada, accessToken, queue, log, names }
}

type Stream = { write(line: string): void }

describe("the log of calls", () => {
  it("shows the user, the tool and the result of each call, and can be filtered", async () => {
    const { team, ada, accessToken, log } = await setup()
    await log()
    await log({ name: "get_client", result: "resource_not_found" })
    await log({ name: "run_scan", isWrite: true, accessToken: { ...accessToken, connectionId: "other" } })
    const list = async (query: object) => (await run(listCalls, ada, query)).data.map(({ name }) => name)
    expect(await list({})).toEqual(["run_scan", "get_client", "list_clients"])
    expect(await list({ failed: true })).toEqual(["get_client"])
    await log({ name: "run_scan", result: "input_required" })
    await log({ name: "run_scan", result: "declined" })
    expect(await list({ failed: true })).toEqual(["get_client"])
    expect(await list({ is_write: true })).toEqual(["run_scan"])
    expect(await list({ connection_id: accessToken.connectionId, name: "list_clients" })).toEqual(["list_clients"])
    const [, , first] = (await run(listCalls, ada, {})).data
    expect(first).toMatchObject({
      user_name: "Ada Test",
      client_name: "Claude",
      client_info: "claude-ai 1.0",
      arguments: { limit: 10 },
      duration_ms: 12,
      changes: [],
    })
    expect(JSON.stringify(first)).not.toContain("198.51.100.7")
    expect((await run(listCalls, asPerson(await freshTeam()), {})).data).toEqual([])
    await expect(run(listCalls, asPerson(team, "member"), {})).rejects.toMatchObject({ code: "role_missing" })
  })

  it("is sorted by time and by duration in both directions, also over several pages", async () => {
    const { ada, log } = await setup()
    const durations = [7, 900, 30, 30, 2]
    for (const durationMs of durations) await log({ durationMs })
    const durationsBy = async (sort: string) => {
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const { data, meta } = await run(listCalls, ada, { sort, limit: 2, cursor } as never)
        seen.push(...data.map(({ duration_ms }) => duration_ms))
        cursor = meta.next_cursor ?? undefined
      } while (cursor)
      return seen
    }
    expect(await durationsBy("created_at")).toEqual(durations)
    expect(await durationsBy("-created_at")).toEqual(durations.toReversed())
    expect(await durationsBy("-duration_ms")).toEqual([900, 30, 30, 7, 2])
    expect(await durationsBy("duration_ms")).toEqual([2, 7, 30, 30, 900])
  })

  it("can be filtered by time", async () => {
    const { ada, log } = await setup()
    const days = ["2026-11-01", "2026-11-02", "2026-11-03"]
    for (const day of days) await log({ name: day, at: new Date(`${day}T12:00:00Z`) })
    const list = async (query: object) => (await run(listCalls, ada, query)).data.map(({ name }) => name)
    expect(await list({ created_after: "2026-11-02T00:00:00Z" })).toEqual(["2026-11-03", "2026-11-02"])
    expect(await list({ created_before: "2026-11-03T00:00:00Z" })).toEqual(["2026-11-02", "2026-11-01"])
    const second = { created_after: "2026-11-02T00:00:00Z", created_before: "2026-11-03T00:00:00Z" }
    expect(await list(second)).toEqual(["2026-11-02"])
    expect(await list({ ...second, name: "2026-11-01" })).toEqual([])
  })

  it("contains a read within a second, and a change at once", async () => {
    const { queue, names } = await setup()
    await flushConnectionCalls()
    await queue()
    expect(await names()).toEqual([])
    await expect.poll(names).toEqual(["list_clients"])
    await queue({ name: "get_client" })
    await queue({ name: "run_scan", isWrite: true })
    expect(await names()).toEqual(["run_scan", "get_client", "list_clients"])
  })

  it("loses only the row that the database rejects", async () => {
    const { queue, names } = await setup()
    const error = vi.spyOn(log, "error").mockReturnValue()
    for (const name of ["first", "second"]) await queue({ name })
    await queue({ name: "rejected", result: null as never })
    for (const name of ["fourth", "fifth"]) await queue({ name })
    await flushConnectionCalls()
    expect((await names()).sort()).toEqual(["fifth", "first", "fourth", "second"])
    expect(error.mock.calls.map(([facts]) => facts)).toMatchObject([{ requeued: 0, dropped: 1 }])
    error.mockRestore()
  })

  it("shows the changes of a call with the state before and after", async () => {
    const { team, ada, accessToken, log } = await setup()
    const facts = {
      id: accessToken.connectionId,
      clientName: "Claude",
      scopes: accessToken.scopes,
      areWritesEnabled: true,
    }
    const ctx = { ...ada, team: { ...team }, connection: facts }
    await run(createClient, ctx, { name: "Ondine" })
    await log({ name: "create_client", isWrite: true, requestId: ctx.requestId })
    const [call] = (await run(listCalls, ada, {})).data
    expect(call?.changes).toMatchObject([{ action: "client.created", after: { name: "Ondine" } }])
    const renaming = { ...ctx, requestId: newId("request") }
    await run(updateClient, renaming, { client_id: call?.changes[0]?.subject_id ?? "", name: "Ondine Audio" })
    await log({ name: "update_client", isWrite: true, requestId: renaming.requestId })
    expect((await run(listCalls, ada, {})).data[0]?.changes).toMatchObject([
      { action: "client.updated", before: { name: "Ondine" }, after: { name: "Ondine Audio" } },
    ])
  })

  it("stores no keys and no long texts", async () => {
    const { team, ada, log } = await setup()
    const { secret } = await freshKey(team)
    await log({ arguments: { query: `find ${secret}`, markdown: "x".repeat(9_000) } })
    await log({ arguments: { texts: Array.from({ length: 100 }, () => "y".repeat(150)) } })
    const text = JSON.stringify((await run(listCalls, ada, {})).data)
    expect(text).not.toContain(secret)
    expect(text.length).toBeLessThan(8_000)
  })

  it.each<[string, Partial<ConnectionCall>]>([
    ["the client", { clientInfo: "app\0 1.0" }],
    ["the client, cut inside a character", { clientInfo: `${"x".repeat(199)}😀` }],
    ["the called tool", { name: "list\0_clients" }],
    ["an argument", { arguments: { query: "a\0b\ud800" } }],
    ["the name of an argument", { arguments: { "a\0": 1, inner: [{ "b\ud800": 2 }] } }],
    ["long arguments, cut inside a character", { arguments: { x: ["y", ...Array(2_500).fill("😀")] } }],
  ])("contains calls whose texts cannot be stored as they are: %s", async (_, call) => {
    const { ada, log } = await setup()
    await log(call)
    expect((await run(listCalls, ada, {})).data).toHaveLength(1)
  })

  it.each(["accessToken", "refreshToken"] as const)("contains no value of the kind %s", async (kind) => {
    const { ada, log: logCall } = await setup()
    const { value } = createOpaqueToken(kind)
    const lines: string[] = []
    const stream = (log as unknown as Record<symbol, Stream>)[pino.symbols.streamSym]
    const write = vi.spyOn(stream as Stream, "write").mockImplementation((line) => void lines.push(line))
    log.error({ err: new Error(`refused ${value}`), header: `Bearer ${value}` }, `a call with ${value}`)
    write.mockRestore()
    await logCall({ arguments: { query: `find ${value}`, [value]: 1 }, name: value, clientInfo: value })
    const [call] = (await run(listCalls, ada, {})).data
    expect(call?.arguments).toMatchObject({ query: expect.stringMatching(/^find /) })
    expect(lines).toHaveLength(1)
    // Compared as a whole, so that not even a failing test prints the value.
    expect((JSON.stringify(call) + lines.join()).includes(value.slice(7))).toBe(false)
  })

  it("contains no keys in names of arguments, of tools and of the client", async () => {
    const { team, ada, log } = await setup()
    const { secret } = await freshKey(team)
    await log({ arguments: { [secret]: 1 }, name: secret, clientInfo: secret })
    expect(JSON.stringify((await run(listCalls, ada, {})).data)).not.toContain(secret)
  })
})

it("integrations are listed without secrets, for admins", async () => {
  const team = await freshTeam()
  const { secret } = await freshKey(team)
  await freshWebhook(team, { event_types: ["*"] })
  const { data } = await run(listIntegrations, asPerson(team, "admin"), {})
  expect(data.keys).toHaveLength(1)
  expect(data.webhooks).toMatchObject([{ event_types: ["*"], status: "active" }])
  expect(JSON.stringify(data)).not.toContain(secret)
  await expect(run(listIntegrations, asPerson(team, "member"), {})).rejects.toMatchObject({ code: "role_missing" })
})
