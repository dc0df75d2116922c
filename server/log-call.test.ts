/** Tests that the Request-Id of a response finds its call in the log. */
import pino from "pino"
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { listCalls } from "@/domain/connections/list-calls"
import { flushConnectionCalls } from "@/domain/connections/log-call"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import { callMessage, connectMember, post } from "./testing/mcp"
import { serveRest } from "./testing/serve-rest"
import { trpcHandler } from "./trpc/handler"

let server: Awaited<ReturnType<typeof serveRest>>
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  server = await serveRest()
})
afterAll(() => server.close())
beforeEach(() => {
  lines = []
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]
  if (!stream) throw new Error("the log has no stream")
  vi.spyOn(stream, "write").mockImplementation((line) => void lines.push(JSON.parse(line)))
  onTestFinished(() => void vi.restoreAllMocks())
})

function setLevel(level: string) {
  const before = log.level
  log.level = level
  onTestFinished(() => {
    log.level = before
  })
}

const calls = () => lines.filter(({ msg }) => msg === "request")

it("at level debug, the log has each call with its id, route, status, time and team", async () => {
  setLevel("debug")
  const team = await freshTeam()
  const headers = { authorization: `Bearer ${(await freshKey(team)).secret}` }
  const found = await fetch(`${server.url}/api/v1/clients?limit=1`, { headers })
  const missing = await fetch(`${server.url}/api/v1/clients/cli_01J00000000000000000000001`, { headers })
  const refused = await trpcHandler(new Request("http://localhost/api/trpc/clients.list", { method: "POST" }))
  const common = { level: 20, ms: expect.any(Number) }
  const ofRest = { ...common, method: "GET", team_id: team.id }
  expect(calls()).toEqual([
    expect.objectContaining({
      ...ofRest,
      route: "/api/v1/clients",
      status: 200,
      request_id: found.headers.get("request-id"),
    }),
    expect.objectContaining({
      ...ofRest,
      route: "/api/v1/clients/{client_id}",
      status: 404,
      request_id: missing.headers.get("request-id"),
    }),
    expect.objectContaining({
      ...common,
      method: "POST",
      route: "clients.list",
      status: 415,
      request_id: refused.headers.get("request-id"),
    }),
  ])
  expect(JSON.stringify(calls())).not.toContain("cli_01J")
})

it("the log names no route that a caller made up", async () => {
  setLevel("debug")
  const { token } = await connectMember(await freshTeam())
  for (const path of ["clients.list,anna@example.test", "toString", "anna@example.test/..%2F"])
    await trpcHandler(new Request(`http://localhost/api/trpc/${path}`, { method: "POST" }))
  await post(`${server.url}/mcp`, token, callMessage("anna@example.test"))
  const uri = "app://clients/anna@example.test"
  await post(`${server.url}/mcp`, token, { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } })
  const routes = calls().map(({ route }) => route)
  expect(routes).toEqual(["(none)", "(none)", "(none)", "tools/call", "resources/read"])
})

it("at level info, a successful call logs no line", async () => {
  setLevel("info")
  const headers = { authorization: `Bearer ${(await freshKey(await freshTeam())).secret}` }
  expect((await fetch(`${server.url}/api/v1/clients`, { headers })).status).toBe(200)
  expect(calls()).toEqual([])
})

it("logs a call of a tool with the trace that the client continues, from _meta or the header", async () => {
  setLevel("debug")
  const { ctx, token } = await connectMember(await freshTeam())
  const inMeta = "a".repeat(32)
  const inHeader = "b".repeat(32)
  const traceparent = `00-${inHeader}-00f067aa0ba902b7-01`
  const message = callMessage("get_team")
  const _meta = { traceparent: `00-${inMeta}-00f067aa0ba902b7-01` }
  const url = `${server.url}/mcp`
  await post(url, token, { ...message, params: { ...message.params, _meta } }, { traceparent })
  await post(url, token, message, { traceparent })
  for (const wrong of ["", "x\ny", traceparent.replace("00-", "ff-"), `00-${"0".repeat(32)}-00f067aa0ba902b7-01`])
    await post(url, token, { ...message, params: { ...message.params, _meta: { traceparent: wrong } } })
  const ofTools = calls().filter(({ method }) => method === "MCP")
  const traceIds = [inMeta, inHeader, undefined, undefined, undefined, undefined]
  expect(ofTools.map(({ route, trace_id }) => [route, trace_id])).toEqual(traceIds.map((id) => ["get_team", id]))
  await flushConnectionCalls()
  const { data } = await run(listCalls, ctx, {})
  const traceOf = Object.fromEntries(data.map(({ request_id, trace_id }) => [request_id, trace_id]))
  expect(ofTools.map(({ request_id }) => traceOf[String(request_id)])).toEqual(traceIds.map((id) => id ?? null))
})
