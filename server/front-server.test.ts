/** Tests what the front server rejects before parsing: large bodies, slow senders and malformed request lines. */
import { once } from "node:events"
import {
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from "node:http"
import type { Socket } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { generateKey } from "@/domain/kernel/key-format"
import { run } from "@/domain/kernel/operation"
import { getKey } from "@/domain/keys/get"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { maxBodyBytes, maxWaitingBytes } from "./receive-body"
import { rawConnection, rawRequest } from "./testing/raw-http"
import { serveRest } from "./testing/serve-rest"

/** Responds with the number of bytes it read. Like Next, it listens for upgrades on the server of the first request. */
const pages = vi.fn<RequestListener>(async (request, response) => {
  const { server } = request.socket as unknown as { server: Server }
  if (server.listenerCount("upgrade") === 0) server.on("upgrade", () => {})
  response.end(`${request.url} ${(await text(request)).length}`)
})

let server: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

/** The server-side sockets, by the client's port. */
const ends = new Map<number, Socket>()
async function serve(options: ServerOptions = {}) {
  const serving = await serveRest({ pages, options })
  serving.server.on("connection", (socket: Socket) => ends.set(socket.remotePort ?? 0, socket))
  return serving
}

/** Resolves once the server has destroyed its socket. The client never closes its own side. */
async function destroyed({ socket }: ReturnType<typeof rawConnection>) {
  const end = ends.get(socket.localPort ?? 0)
  if (!end) throw new Error("the server does not know this connection")
  if (!end.destroyed) await once(end, "close")
  socket.destroy()
}

const post = (target: string, headers: string[]) =>
  `POST ${target} HTTP/1.1\r\nHost: a\r\n${headers.join("\r\n")}\r\n\r\n`
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`
const problemIn = (response: string) => JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4))

const paths = ["/api/trpc/people.signUp", "/api/auth/callback/credentials", "/api/v1/clients", "/sign-up", "/nowhere"]

describe("a body of more than 1 MB", () => {
  it.each(paths)("is rejected at %s by its declared length, before any byte of it is read", async (path) => {
    const connection = rawConnection(server.port)
    connection.write(post(path, [`Content-Length: ${maxBodyBytes + 1}`]))
    const response = await connection.ended
    expect(response).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n/s)
    expect(problemIn(response)).toMatchObject({ status: 413, code: "body_too_large", instance: path })
    await destroyed(connection)
  })

  it.each(paths)("is rejected at %s as soon as its chunks exceed the limit", async (path) => {
    const calls = pages.mock.calls.length
    const connection = rawConnection(server.port)
    connection.write(post(path, ["Transfer-Encoding: chunked"]))
    for (let sent = 0; sent <= maxBodyBytes; sent += 65_536) connection.write(chunk(65_536))
    expect(problemIn(await connection.ended)).toMatchObject({ status: 413, code: "body_too_large" })
    await destroyed(connection)
    expect(pages.mock.calls.length).toBe(calls)
  })

  it("is rejected before it is sent when the client sends Expect: 100-continue", async () => {
    const connection = rawConnection(server.port)
    connection.write(post("/api/trpc/x", ["Expect: 100-continue", `Content-Length: ${maxBodyBytes + 1}`]))
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 413 /)
    await destroyed(connection)
  })

  it("gets its 413 after the response to an earlier request on the same connection", async () => {
    const held = Promise.withResolvers<void>()
    pages.mockImplementationOnce(async (_, response) => {
      await held.promise
      response.end("first")
    })
    const connection = rawConnection(server.port)
    connection.write(`GET /first HTTP/1.1\r\nHost: a\r\n\r\n${post("/x", [`Content-Length: ${maxBodyBytes + 1}`])}`)
    await once(connection.socket, "ready")
    held.resolve()
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 200 .*first.*HTTP\/1\.1 413 /s)
    await destroyed(connection)
  })
})

describe("a body of up to 1 MB", () => {
  const sent = (headers: Record<string, string>, body: string) =>
    new Promise<string>((resolve, reject) => {
      const asked = httpRequest(
        { port: server.port, method: "POST", path: "/api/trpc/x", headers, agent: false },
        (response) => resolve(text(response)),
      )
      asked.on("error", reject).end(body)
    })

  it("arrives complete with a length, in chunks, and after 100 Continue", async () => {
    const body = "x".repeat(maxBodyBytes)
    const forms: Record<string, string>[] = [
      { "content-length": String(maxBodyBytes) },
      { "transfer-encoding": "chunked" },
      { "content-length": String(maxBodyBytes), expect: "100-continue" },
    ]
    for (const headers of forms) expect(await sent(headers, body)).toBe(`/api/trpc/x ${maxBodyBytes}`)
  })

  it("is passed on only when it is complete", async () => {
    const calls = pages.mock.calls.length
    const connection = rawConnection(server.port)
    connection.write(post("/api/trpc/x", ["Connection: close", "Transfer-Encoding: chunked"]) + chunk(10))
    await rawRequest(server.port, { target: "/another" })
    expect(pages.mock.calls.length).toBe(calls + 1)
    connection.write("0\r\n\r\n")
    expect(await connection.ended).toContain("/api/trpc/x 10")
    connection.socket.destroy()
  })

  it("may be larger from an Inngest server, which sends a function's state", async () => {
    const connection = rawConnection(server.port)
    const length = maxBodyBytes * 5
    connection.write(post("/api/inngest?fnId=x", ["Connection: close", `Content-Length: ${length}`]))
    connection.write("x".repeat(length))
    expect(await connection.ended).toContain(`/api/inngest?fnId=x ${length}`)
    connection.socket.destroy()
  })

  it("is buffered in bounded memory: a network can have at most 16 MB of unfinished bodies", async () => {
    const open = Array.from({ length: maxWaitingBytes / maxBodyBytes + 1 }, () => {
      const connection = rawConnection(server.port)
      connection.write(post("/api/trpc/x", [`Content-Length: ${maxBodyBytes}`]) + "x".repeat(maxBodyBytes - 1))
      return connection
    })
    const response = await Promise.race(open.map(({ ended }) => ended))
    expect(problemIn(response)).toMatchObject({ status: 429, code: "concurrency_limited" })
    for (const { socket } of open) socket.destroy()
    await vi.waitFor(async () => expect(await sent({}, "x".repeat(1_000))).toBe("/api/trpc/x 1000"), longWait)
  })
})

describe("a client that does not finish its request in time", () => {
  const impatient = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 }

  it.each([
    ["sends half of the headers", "GET /api/v1/me HTTP/1.1\r\nHost:"],
    ["sends half of the body", `${post("/api/trpc/x", ["Content-Length: 100"])}half`],
    ["sends nothing", ""],
  ])("and %s gets 408, and its connection is closed even if the client never closes its side", async (_, bytes) => {
    const quick = await serve(impatient)
    const open = Array.from({ length: 30 }, () => rawConnection(quick.port))
    for (const { write } of open) if (bytes) write(bytes)
    for (const response of await Promise.all(open.map(({ ended }) => ended)))
      expect(problemIn(response)).toMatchObject({ status: 408, code: "request_timeout" })
    await Promise.all(open.map(destroyed))
    await quick.close()
  })
})

describe("an Upgrade header", () => {
  it.each([
    ["h2c", ["Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"]],
    ["websocket", ["Connection: Upgrade, close", "Upgrade: websocket", "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw=="]],
    ["an unknown protocol", ["Connection: upgrade, close", "Upgrade: foo/2"]],
  ])("for %s is ignored, also after a page has been served", async (_, headers) => {
    expect((await rawRequest(server.port, { target: "/" })).status).toBe(200)
    const { secret } = await freshKey(await freshTeam())
    const asked = [...headers, `Authorization: Bearer ${secret}`]
    expect((await rawRequest(server.port, { target: "/api/v1/me", headers: asked })).status).toBe(200)
    expect((await rawRequest(server.port, { target: "/sign-in", headers })).text).toBe("/sign-in 0")
  })

  it("is followed when the server supports the protocol, as Next does in development", async () => {
    const isHotReload = ({ url = "" }: IncomingMessage) => url.startsWith("/_next/")
    const dev = await serve({ shouldUpgradeCallback: isHotReload })
    dev.server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"))
    const headers = ["Connection: Upgrade", "Upgrade: websocket"]
    const status = async (target: string) => (await rawRequest(dev.port, { target, headers })).status
    expect([await status("/_next/hmr"), await status("/sign-in")]).toEqual([101, 200])
    await dev.close()
  })
})

/** Sends a request as written and returns everything the server sends until the connection closes. */
async function exchange(lines: string[]) {
  const connection = rawConnection(server.port)
  connection.write([...lines, "", ""].join("\r\n"))
  const response = await connection.ended
  connection.socket.destroy()
  return response
}
const close = "Connection: close"

describe("a key in the address of a page or of a call from the browser", () => {
  const places: [string, (key: string) => string][] = [
    ["a page", (key) => `/sign-in?key=${key}`],
    ["a path", (key) => `/team/${key}`],
    ["tRPC", (key) => `/api/trpc/clients.list?input=${encodeURIComponent(JSON.stringify({ q: key }))}`],
    ["signing in", (key) => `/api/auth/signin?callbackUrl=%2Fx%3Fkey%3D${key}`],
    ["MCP", (key) => `/mcp?key=${key}`],
    ["an escaped query", (key) => `/x?key=${[...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("")}`],
  ]

  it.each(places)("(%s) is revoked immediately, and the request does not reach the pages", async (_, target) => {
    const team = await freshTeam()
    const { id, secret } = await freshKey(team)
    const calls = pages.mock.calls.length
    const response = await rawRequest(server.port, { target: target(secret) })
    expect([response.status, JSON.parse(response.text).code]).toEqual([400, "key_in_url"])
    expect(response.text).not.toContain(secret.slice(9, 39))
    const { data } = await run(getKey, asPerson(team), { key_id: id } as never)
    expect(data).toMatchObject({ state: "revoked", revoke_reason: "leaked" })
    expect(pages.mock.calls.length).toBe(calls)
  })

  it("redirects a person to the page that explains it, at an address without the key", async () => {
    const headers = ["Accept: text/html,application/xhtml+xml"]
    const response = await rawRequest(server.port, { target: `/sign-in?key=${generateKey("live")}`, headers })
    expect([response.status, response.headers.get("location")]).toEqual([303, "/docs/errors/key_in_url"])
    const ofMcp = await rawRequest(server.port, { target: `/mcp?key=${generateKey("live")}`, headers })
    expect([ofMcp.status, ofMcp.headers.get("location")], "a client of MCP gets the error").toEqual([400, null])
  })
})

describe("an installation on https", () => {
  it("sends Strict-Transport-Security on pages and in the API", async () => {
    vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example")
    const secure = await serve()
    vi.unstubAllEnvs()
    const policy = async (port: number, target: string) =>
      (await rawRequest(port, { target })).headers.get("strict-transport-security")
    expect(await policy(secure.port, "/")).toBe("max-age=31536000")
    expect(await policy(secure.port, "/api/v1/me")).toBe("max-age=31536000")
    expect(await policy(server.port, "/")).toBeNull()
    await secure.close()
  })
})

describe("the request line and the Host header", () => {
  it.each([
    ["two Host fields", ["GET /api/v1/me HTTP/1.1", "Host: a", "Host: b", close]],
    ["the same Host twice", ["GET / HTTP/1.1", "Host: a", "host: a", close]],
    ["no Host field", ["GET / HTTP/1.1", close]],
    ["an empty Host field", ["GET / HTTP/1.1", "Host:", close]],
    ["a Host field with a path", ["GET / HTTP/1.1", "Host: a/b", close]],
    ["an absolute target on another host", ["GET http://evil.example/api/v1/me HTTP/1.1", "Host: a", close]],
    ["an absolute target on another port", ["GET http://a:1/ HTTP/1.1", "Host: a", close]],
    ["an absolute target with a user name", ["GET http://a@evil.example/ HTTP/1.1", "Host: a", close]],
    ["an asterisk", ["GET * HTTP/1.1", "Host: a", close]],
    ["a zero byte in the address of a page", ["GET /%00 HTTP/1.1", "Host: a", close]],
    ["a bad escape in the address of a page", ["GET /% HTTP/1.1", "Host: a", close]],
  ])("with %s is a 400 problem", async (_, lines) => {
    const calls = pages.mock.calls.length
    const response = await exchange(lines)
    expect(response).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s)
    expect(problemIn(response)).toMatchObject({ code: "parameter_invalid" })
    expect(response).not.toContain("evil")
    expect(pages.mock.calls.length).toBe(calls)
  })

  it.each([
    ["HTTP/1.0 without Host, as simple health checks ask", ["GET /x?y=1 HTTP/1.0"]],
    ["an absolute target on the host itself", ["GET http://A:80/x?y=1 HTTP/1.1", "Host: a:80", close]],
    ["an IPv6 host", ["GET /x?y=1 HTTP/1.1", "Host: [::1]:3000", close]],
  ])("with %s is served", async (_, lines) => {
    expect(await exchange(lines)).toContain("/x?y=1 0")
  })

  it.each([
    ["CONNECT", ["CONNECT a:443 HTTP/1.1", "Host: a:443"], "405 method_not_allowed"],
    ["TRACE", ["TRACE / HTTP/1.1", "Host: a", "Cookie: secret=1"], "405 method_not_allowed"],
    ["TRACE of the API", ["TRACE /api/v1/me HTTP/1.1", "Host: a", "Cookie: secret=1"], "405 method_not_allowed"],
    ["PROPFIND", ["PROPFIND / HTTP/1.1", "Host: a"], "405 method_not_allowed"],
    [
      "POST of a page",
      ["POST /sign-in HTTP/1.1", "Host: a", "Next-Action: x", "Content-Length: 0"],
      "405 method_not_allowed",
    ],
    ["OPTIONS *", ["OPTIONS * HTTP/1.1", "Host: a", close], "204 No Content"],
  ])("of %s gets a response without the pages", async (_, lines, status) => {
    const calls = pages.mock.calls.length
    const response = await exchange(lines)
    expect(response.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`)
    expect(response).toMatch(/\r\nAllow: /)
    expect(response).not.toContain("secret")
    expect(pages.mock.calls.length).toBe(calls)
  })
})
