import { setTimeout as sleep } from "node:timers/promises"
import type { LimitFunction } from "p-limit"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { authenticateAccessToken } from "@/domain/connections/authenticate-token"
import { listConnections } from "@/domain/connections/list"
import { listCalls } from "@/domain/connections/list-calls"
import { flushConnectionCalls } from "@/domain/connections/log-call"
import { promptTemplates } from "@/domain/connections/prompt-templates"
import { revokeConnection } from "@/domain/connections/revoke"
import { connectorUrl } from "@/domain/connections/settings"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { processWide } from "@/domain/kernel/process-wide"
import { getOverview } from "@/domain/teams/get-overview"
import { freshTeam } from "@/domain/testing/team"
import { chargeRequest } from "@/domain/usage/quotas"
import { acrossTeams, prisma } from "@/prisma/client"
import { maxRunningQueries } from "../query-queue"
import { callMessage, clientOn, connectMember, messageOf, post, serveMcp, tokenFor } from "../testing/mcp"
import { admitMcpCall, chargeOtherRequest, costOfRead, mcpLimits } from "./admit-call"
import type { McpContext } from "./call"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
})
afterAll(() => close())

const call = async (token: string, name = "get_team", given = {}) =>
  (await messageOf(await post(url, token, callMessage(name, given)))).result
const codeOf = (result: { isError?: boolean; content: { text: string }[] }) =>
  result.isError ? JSON.parse(result.content[0]?.text ?? "").error.code : "ok"

const requestOf = (method: string, params: object) => ({ jsonrpc: "2.0", id: 1, method, params })
const connectionOf = (id: string) => ({ id, clientName: "Test", scopes: [], areWritesEnabled: true })
const connectionOfToken = async (token: string) => (await authenticateAccessToken(token, connectorUrl()))?.connectionId
/** Counts a call that ends immediately. */
const admit = async (ctx: McpContext) => (await admitMcpCall(ctx, costOfRead))()

describe("the limits of calls", () => {
  it("count each connection separately, and report how long to wait", async () => {
    const team = await freshTeam()
    const { ctx, token } = await connectMember(team)
    const codes: string[] = []
    for (let i = 0; i < mcpLimits.callsPerMinute; i++) codes.push(codeOf(await call(token)))
    expect(new Set(codes)).toEqual(new Set(["ok"]))
    const refused = await call(token)
    expect(JSON.parse(refused.content[0].text).error).toMatchObject({
      code: "rate_limited",
      retry_after_seconds: expect.any(Number),
    })
    expect(codeOf(await call(await tokenFor(ctx)))).toBe("ok")
  })

  it("count all calls of a team together", async () => {
    const { ctx } = await connectMember(await freshTeam())
    const { token } = await connectMember(ctx.team)
    for (let i = 0; i < mcpLimits.teamCallsPerMinute; i++)
      await admit({ ...ctx, connection: connectionOf(`c${i % 10}`) })
    expect(JSON.parse((await call(token)).content[0].text).error).toMatchObject({
      code: "rate_limited",
      retry_after_seconds: expect.any(Number),
    })
    expect(codeOf(await call((await connectMember(await freshTeam())).token))).toBe("ok")
  })

  it("count the calls of an hour, too", async () => {
    const { ctx, token } = await connectMember(await freshTeam())
    const id = (await authenticateAccessToken(token, connectorUrl()))?.connectionId ?? ""
    const hour = { policy: "mcp-hour", id, quota: mcpLimits.callsPerHour, window_seconds: 3_600 }
    for (let i = 0; i < mcpLimits.callsPerHour; i++) await chargeRequest([hour])
    const { error } = JSON.parse((await call(token)).content[0].text)
    expect(error).toMatchObject({ code: "rate_limited", retry_after_seconds: expect.any(Number) })
    expect(error.retry_after_seconds).toBeGreaterThan(60)
    expect(codeOf(await call(await tokenFor(ctx)))).toBe("ok")
  })

  it("allow ten calls an hour that spend a budget", async () => {
    const { token } = await connectMember(await freshTeam())
    const codes: string[] = []
    for (let i = 0; i <= mcpLimits.spendingPerHour; i++)
      codes.push(codeOf(await call(token, "run_scan", { project_id: newId("aiProject") })))
    expect(codes).toEqual([...Array(mcpLimits.spendingPerHour).fill("not_found"), "rate_limited"])
    expect(codeOf(await call(token, "run_scan", { project_id: newId("aiProject"), dry_run: true }))).toBe("not_found")
    expect(codeOf(await call(token, "create_client", { name: "Ondine", dry_run: true }))).toBe("ok")
  })

  it("can be changed by the operator", async () => {
    vi.stubEnv("SIGNALBOX_MCP_LIMITS", JSON.stringify({ callsPerMinute: 7 }))
    vi.resetModules()
    const changed = (await import("./admit-call")).mcpLimits
    expect(changed).toEqual({ ...mcpLimits, callsPerMinute: 7 })
    vi.unstubAllEnvs()
  })

  it("allow fewer changes than other calls", async () => {
    const { token } = await connectMember(await freshTeam())
    const codes: string[] = []
    for (let i = 0; i <= mcpLimits.changesPerMinute; i++)
      codes.push(codeOf(await call(token, "create_client", { name: "Ondine", dry_run: true })))
    expect(codes.filter((code) => code === "ok")).toHaveLength(mcpLimits.changesPerMinute)
    expect(codes.at(-1)).toBe("rate_limited")
  })

  it("count calls that lack the scope, which are logged, too", async () => {
    const team = await freshTeam()
    const { ctx, token } = await connectMember(team, { scopes: ["data:read"] })
    const statuses: number[] = []
    const ask = () => post(url, token, callMessage("create_client", { name: "Ondine" }))
    for (let i = 0; i < mcpLimits.changesPerMinute; i++) statuses.push((await ask()).status)
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect(codeOf((await messageOf(await ask())).result)).toBe("rate_limited")
    await flushConnectionCalls()
    const { data, meta } = await run(listCalls, ctx, {})
    expect(meta.total).toBe(mcpLimits.changesPerMinute + 1)
    expect(data.slice(0, 2)).toMatchObject([
      { name: "create_client", result: "rate_limited" },
      { name: "create_client", result: "scope_missing", is_write: true, arguments: { name: "Ondine" }, changes: [] },
    ])
    expect(data[1]?.bytes).toBeGreaterThan(0)
  })

  it("count lists and prompts separately from calls, and pings not at all", async () => {
    const { token } = await connectMember(await freshTeam())
    const connection = await authenticateAccessToken(token, connectorUrl())
    for (let i = 0; i < mcpLimits.otherRequestsPerMinute; i++) await chargeOtherRequest(connection?.caller as never)
    const errorOf = async (method: string, params = {}) =>
      (await messageOf(await post(url, token, { jsonrpc: "2.0", id: 1, method, params }))).error
    const name = promptTemplates[0]?.name
    const requests = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"].map((m) => errorOf(m))
    for (const error of await Promise.all([...requests, errorOf("prompts/get", { name })]))
      expect(error).toMatchObject({
        code: -32_603,
        message: expect.stringMatching(/rate limit is used up. Try again in \d+ s/),
      })
    expect(await errorOf("ping")).toBeUndefined()
    expect(codeOf(await call(token))).toBe("ok")
  })

  it("count the reading of a resource as a call", async () => {
    const { ctx, token } = await connectMember(await freshTeam())
    const read = async () =>
      (await messageOf(await post(url, token, requestOf("resources/read", { uri: "app://team" })))).error
    for (let i = 0; i < mcpLimits.callsPerMinute; i++)
      await admit({ ...ctx, connection: connectionOf((await connectionOfToken(token)) ?? "") })
    expect(await read()).toMatchObject({ code: -32_603, message: expect.stringMatching(/rate limit is used up/) })
    await flushConnectionCalls()
    expect((await run(listCalls, ctx, {})).data).toMatchObject([{ name: "app://team", result: "rate_limited" }])
  })

  it("count calls of tools that do not exist, which are logged, too", async () => {
    const { ctx, token } = await connectMember(await freshTeam())
    const ask = async () => (await messageOf(await post(url, token, callMessage("drop_tables", { all: true })))).error
    const message = "There is no tool named drop_tables. tools/list returns the names of all tools."
    expect(await ask()).toMatchObject({ code: -32_602, message })
    const connection = connectionOf((await connectionOfToken(token)) ?? "")
    for (let i = 1; i < mcpLimits.otherRequestsPerMinute; i++) await chargeOtherRequest({ ...ctx, connection })
    expect(await ask()).toMatchObject({ code: -32_603, message: expect.stringMatching(/rate limit is used up/) })
    await flushConnectionCalls()
    expect((await run(listCalls, ctx, {})).data).toMatchObject([
      { name: "drop_tables", result: "rate_limited", arguments: { all: true } },
      { name: "drop_tables", result: "resource_not_found" },
    ])
  })

  it("allow four calls at the same time", async () => {
    const { token } = await connectMember(await freshTeam())
    const started: (() => void)[] = []
    const handle = vi.spyOn(getOverview, "handle").mockImplementation(async () => {
      await new Promise<void>((resolve) => started.push(resolve))
      throw new Error("ended")
    })
    const silent = vi.spyOn(log, "error").mockReturnValue()
    const running = Array.from({ length: mcpLimits.callsInFlight }, () => call(token))
    await expect.poll(() => started.length).toBe(mcpLimits.callsInFlight)
    expect(codeOf(await call(token, "list_clients"))).toBe("rate_limited")
    for (const end of started) end()
    expect((await Promise.all(running)).map(codeOf)).toEqual(Array(4).fill("temporary"))
    handle.mockRestore()
    silent.mockRestore()
    expect(codeOf(await call(token))).toBe("ok")
  })
})

it("a query whose client disconnects while it waits for other queries of the user does not start", async () => {
  const { ctx, token } = await connectMember(await freshTeam())
  const canEnd = Promise.withResolvers<void>()
  const started: number[] = []
  const original = getOverview.handle
  const busy = vi.spyOn(getOverview, "handle").mockImplementation(async (...args) => {
    started.push(1)
    await canEnd.promise
    return original(...args)
  })
  const running = Array.from({ length: maxRunningQueries }, () => call(token))
  await expect.poll(() => started.length).toBe(maxRunningQueries)
  const client = new AbortController()
  const other = await tokenFor(ctx)
  const accept = "application/json, text/event-stream"
  const headers = { "content-type": "application/json", accept, authorization: `Bearer ${other}` }
  const body = JSON.stringify(callMessage("list_clients"))
  const waiting = fetch(url, { method: "POST", headers, body, signal: client.signal })
  const queues = processWide("query-queues", () => new Map<string, { limit: LimitFunction }>())
  await expect.poll(() => queues.get(ctx.actor.kind === "person" ? ctx.actor.id : "")?.limit.pendingCount).toBe(1)
  client.abort()
  await expect(waiting).rejects.toThrow("aborted")
  await sleep(300) // until the server notices that the client has disconnected
  canEnd.resolve()
  expect((await Promise.all(running)).map(codeOf)).toEqual(Array(maxRunningQueries).fill("ok"))
  await flushConnectionCalls()
  const { data } = await run(listCalls, ctx, {})
  expect(data.find(({ name }) => name === "list_clients")).toMatchObject({ result: "request_timeout" })
  busy.mockRestore()
})

it("a query whose client disconnects while it runs stops before its next statement", async () => {
  const { ctx, token } = await connectMember(await freshTeam())
  const canContinue = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const original = getOverview.handle
  const handle = vi.spyOn(getOverview, "handle").mockImplementation(async (...args) => {
    started.resolve()
    await canContinue.promise
    return original(...args)
  })
  const client = new AbortController()
  const accept = "application/json, text/event-stream"
  const headers = { "content-type": "application/json", accept, authorization: `Bearer ${token}` }
  const running = fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(callMessage("get_team")),
    signal: client.signal,
  })
  await started.promise
  client.abort()
  await expect(running).rejects.toThrow("aborted")
  await expect.poll(() => handle.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  canContinue.resolve()
  await expect(handle.mock.results[0]?.value).rejects.toThrow()
  await expect
    .poll(async () => {
      await flushConnectionCalls()
      return (await run(listCalls, ctx, {})).data
    })
    .toMatchObject([{ name: "get_team", result: "request_timeout" }])
  handle.mockRestore()
})

describe("access that changes while a client is connected", () => {
  it("is read again for each call", async () => {
    const team = await freshTeam()
    const { token } = await connectMember(team)
    const client = await clientOn("modern", url, token)
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await names()).toContain("create_client")
    await acrossTeams(() => prisma.team.update({ where: { id: team.id }, data: { mcp_writes_enabled: false } }))
    expect(codeOf((await client.callTool({ name: "create_client", arguments: { name: "Ondine" } })) as never)).toBe(
      "write_actions_off",
    )
    await acrossTeams(() => prisma.team.update({ where: { id: team.id }, data: { mcp_writes_enabled: true } }))
    await acrossTeams(() => prisma.membership.updateMany({ where: { team_id: team.id }, data: { role: "viewer" } }))
    expect(codeOf((await client.callTool({ name: "create_client", arguments: { name: "Ondine" } })) as never)).toBe(
      "role_forbids",
    )
    await acrossTeams(() => prisma.team.update({ where: { id: team.id }, data: { mcp_enabled: false } }))
    await expect(client.callTool({ name: "get_team", arguments: {} })).rejects.toThrow()
    await client.close()
  })

  it("lets a running call end when the connection is revoked, and refuses the next one", async () => {
    const team = await freshTeam()
    const { ctx, token } = await connectMember(team)
    const started = Promise.withResolvers<void>()
    const canEnd = Promise.withResolvers<void>()
    const original = getOverview.handle
    const handle = vi.spyOn(getOverview, "handle").mockImplementation(async (...args) => {
      started.resolve()
      await canEnd.promise
      return original(...args)
    })
    const running = call(token)
    await started.promise
    const [connection] = (await run(listConnections, ctx, {})).data
    await run(revokeConnection, ctx, { connection_id: connection?.id ?? "" })
    canEnd.resolve()
    expect(codeOf(await running)).toBe("ok")
    handle.mockRestore()
    const next = await post(url, token, callMessage("get_team", {}))
    expect(next.status).toBe(401)
    expect(next.headers.get("www-authenticate")).toContain('error="invalid_token"')
  })
})

it("every call is in the log of the team, with its result and its changes", async () => {
  const team = await freshTeam()
  const { ctx, token } = await connectMember(team)
  await call(token, "create_client", { name: "Ondine" })
  await call(token, "create_client", { name: "Ondine" })
  await call(token, "list_clients")
  await flushConnectionCalls()
  const { data } = await run(listCalls, ctx, {})
  expect(data.map(({ name, result, is_write }) => [name, result, is_write])).toEqual([
    ["list_clients", "ok", false],
    ["create_client", "already_exists", true],
    ["create_client", "ok", true],
  ])
  expect(data[2]).toMatchObject({
    arguments: { name: "Ondine" },
    client_name: "Test client",
    changes: [{ action: "client.created", after: { name: "Ondine" } }],
  })
})
