/**
 * Tests that a key sent in any part of a request never appears in a response, a log, the request log or the audit log.
 */
import pino from "pino"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { listClients } from "@/domain/clients/list"
import { generateKey } from "@/domain/kernel/key-format"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { keyPattern } from "@/domain/kernel/redact-keys"
import { listKeyRequests } from "@/domain/keys/list-requests"
import { flushRequestLog } from "@/domain/keys/request-log"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { rawRequest } from "./testing/raw-http"
import { serveRest } from "./testing/serve-rest"

let server: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  server = await serveRest()
})
afterAll(() => server.close())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

type Question = { method?: string; target: string; headers?: string[] }
const escaped = (key: string) => [...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("")

/** Every part of a request that may contain a key, except the Authorization header, where it belongs. */
const places: Record<string, (key: string) => Question> = {
  "the query": (key) => ({ target: `/clients?q=${key}` }),
  "the query, escaped": (key) => ({ target: `/clients?q=${escaped(key)}` }),
  "a parameter's name": (key) => ({ target: `/clients?${key}=1` }),
  "the path": (key) => ({ target: `/clients/${key}` }),
  "the path, escaped": (key) => ({ target: `/clients/${escaped(key)}` }),
  "an unknown path": (key) => ({ target: `/${key}/x` }),
  "a cursor": (key) => ({ target: `/clients?cursor=${key}` }),
  "an address that is too long": (key) => ({ target: `/clients?q=${"a".repeat(8_300)}${key}` }),
  "a POST": (key) => ({ method: "POST", target: `/clients?key=${key}` }),
  "an OPTIONS": (key) => ({ method: "OPTIONS", target: `/clients?key=${key}` }),
  "the description's address": (key) => ({ target: `/openapi.json?key=${key}` }),
  "the user agent": (key) => ({ target: "/me", headers: [`User-Agent: tool/1 ${key}`] }),
  "the version": (key) => ({ target: "/me", headers: [`Signalbox-Version: ${key}`] }),
  "the accepted type": (key) => ({ target: "/me", headers: [`Accept: ${key}`] }),
  "the accepted encoding": (key) => ({ target: "/me", headers: [`Accept-Encoding: ${key}`] }),
  "the known ETag": (key) => ({ target: "/me", headers: [`If-None-Match: "${key}"`] }),
  "the forwarded address": (key) => ({ target: "/me", headers: [`X-Forwarded-For: ${key}`] }),
  "a cookie and a referrer": (key) => ({
    target: "/me",
    headers: [`Cookie: a=${key}`, `Referer: https://x/?k=${key}`],
  }),
  "the host": (key) => ({ target: "/me", headers: [`Host: ${key}`] }),
  "headers that are too large": (key) => ({ target: `/${key}`, headers: [`X-Large: ${key.repeat(500)}`] }),
  "what is not HTTP": (key) => ({ target: `/me ${key}` }),
}

/** Counts keys, so that not even a failing test prints them. */
const keysIn = (text: string) => text.match(keyPattern)?.length ?? 0

/** Captures every line that the log writes. */
function written() {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]
  if (!stream) throw new Error("the log has no stream")
  return vi.spyOn(stream, "write").mockReturnValue()
}

describe.each(Object.entries(places))("a key in %s", (_, question) => {
  it.each([
    ["live", async () => undefined],
    ["unknown", async () => generateKey("test")],
    ["mistyped", async () => `${generateKey("live").slice(0, -6)}000000`],
  ])("and %s appears nowhere", async (_, otherKey) => {
    vi.stubEnv("TRUSTED_PROXY_HOPS", "1")
    const team = await freshTeam()
    const sender = await freshKey(team)
    const placed = await freshKey(team)
    const lines = written()
    const { method = "GET", target, headers = [] } = question((await otherKey()) ?? placed.secret)
    const authorization = `Authorization: Bearer ${sender.secret}`
    const request = { method, target: `/api/v1${target}`, headers: [...headers, authorization] }
    const response = await rawRequest(server.port, request)
    await flushRequestLog()
    const stored = [await run(listKeyRequests, asPerson(team), {}), await run(listAudit, asPerson(team), {})]
    const everything = [response.text, ...response.headers].join() + JSON.stringify(stored) + lines.mock.calls.join()
    expect(response.status).toBeGreaterThan(0)
    expect(keysIn(everything)).toBe(0)
  })
})

describe("the service's log", () => {
  it("reports internal errors and a leak without the key they contain", async () => {
    const team = await freshTeam()
    const { id, secret } = await freshKey(team)
    const lines = written()
    vi.spyOn(listClients, "handle").mockRejectedValueOnce(new Error(`cannot read ${secret}`, { cause: secret }))
    const headers = [`Authorization: Bearer ${secret}`]
    expect((await rawRequest(server.port, { target: "/api/v1/clients", headers })).status).toBe(500)
    expect((await rawRequest(server.port, { target: `/api/v1/clients?key=${secret}`, headers })).status).toBe(400)
    const text = lines.mock.calls.join()
    expect(text).toContain("cannot read sbx_live_[redacted]")
    expect(text).toContain(id)
    expect(keysIn(text)).toBe(0)
  })

  it("hides authorization and cookies at any depth", () => {
    const lines = written()
    log.warn(
      { headers: { authorization: "Bearer abc", cookie: "session=abc" }, request: { authorization: "abc" } },
      "x",
    )
    expect(lines.mock.calls.join()).not.toContain("abc")
  })
})
