import type { Socket } from "node:net"
import tls from "node:tls"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { certificate } from "@/domain/testing/certificate"
import { rawReceiver, receiver } from "@/domain/testing/receiver"
import { sentBody as body, closedAfterTest, post } from "@/domain/testing/try-receiver"
import { startFakeClock } from "./testing/fake-clock"

beforeAll(() => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
})
afterAll(() => vi.unstubAllEnvs())

const ok = "HTTP/1.1 200 OK\r\n"

describe("a request", () => {
  it("is one POST with the given headers and bytes, and accepts no content encoding", async () => {
    const { url, requests } = await closedAfterTest(receiver())
    const outcome = await post(`${url}?a=1&b=%20`, "e1", { "content-type": "application/json", "webhook-id": "msg_1" })
    expect(outcome).toMatchObject({ kind: "success", status: 200, errorCode: null, remoteIp: "127.0.0.1" })
    const [request] = requests
    expect(requests).toHaveLength(1)
    expect(request).toMatchObject({ method: "POST", path: "/hook?a=1&b=%20", body })
    expect(request?.headers).toEqual({
      host: new URL(url).host,
      connection: "keep-alive",
      "content-type": "application/json",
      "webhook-id": "msg_1",
      "accept-encoding": "identity",
      "content-length": String(Buffer.byteLength(body)),
    })
  })

  it("reports the time of each phase, and that of the connection only if it opened one", async () => {
    const tlsOf = certificate({ names: ["localhost"] })
    const trusted = tls.getCACertificates("default")
    tls.setDefaultCACertificates([tlsOf.cert])
    const answer = async (_: unknown, response: { end(): void }) => void setTimeout(() => response.end(), 50)
    const { port, connections } = await closedAfterTest(receiver(answer, { tls: tlsOf }))
    const first = await post(`https://localhost:${port}/`)
    const second = await post(`https://localhost:${port}/`)
    tls.setDefaultCACertificates(trusted)
    for (const ms of [first.dnsMs, first.connectMs, first.tlsMs]) expect(ms).toBeGreaterThanOrEqual(0)
    expect(first.firstByteMs).toBeGreaterThanOrEqual(45)
    const sum = [first.dnsMs, first.connectMs, first.tlsMs, first.firstByteMs].reduce<number>(
      (n, ms) => n + (ms ?? 0),
      0,
    )
    expect(first.totalMs).toBeGreaterThanOrEqual(sum)
    expect(second).toMatchObject({ kind: "success", dnsMs: null, connectMs: null, tlsMs: null, remoteIp: "127.0.0.1" })
    expect(second.firstByteMs).toBeGreaterThanOrEqual(45)
    expect(connections()).toBe(1)
  })

  it("does not use connections of another endpoint", async () => {
    const { url, connections } = await closedAfterTest(receiver())
    for (const key of ["e1", "e2", "e1", "e2"]) await post(url, key)
    expect(connections()).toBe(2)
  })

  it("is sent once more when the receiver has closed the idle connection", async () => {
    let arrived = 0
    const { url, connections } = await closedAfterTest(
      rawReceiver((socket) =>
        socket.once("data", () => {
          arrived++
          socket.write(`${ok}content-length: 0\r\n\r\n`)
          socket.once("data", () => setTimeout(() => socket.resetAndDestroy(), 50))
        }),
      ),
    )
    for (const n of [1, 2, 3]) {
      const { kind, firstByteMs } = await post(url)
      expect([kind, arrived, connections()]).toEqual(["success", n, n])
      if (n > 1) expect(firstByteMs).toBeGreaterThanOrEqual(45)
    }
  })

  it("is not sent again when the receiver closes a reused connection a second after the request", async () => {
    let arrived = 0
    const inHandler = Promise.withResolvers<Socket>()
    const { url } = await closedAfterTest(
      rawReceiver((socket) =>
        socket.once("data", () => {
          arrived++
          socket.write(`${ok}content-length: 0\r\n\r\n`)
          socket.once("data", () => {
            arrived++
            inHandler.resolve(socket)
          })
        }),
      ),
    )
    await post(url)
    startFakeClock()
    const outcome = post(url)
    const socket = await inHandler.promise
    vi.advanceTimersByTime(1_000)
    socket.resetAndDestroy()
    expect(await outcome).toMatchObject({ kind: "failed", errorCode: "connection_reset" })
    expect(arrived).toBe(2)
  })
})

describe("a response", () => {
  it.each([200, 201, 202, 204, 206, 299])("with status %d is success", async (status) => {
    const { url } = await closedAfterTest(receiver((_, response) => response.writeHead(status).end()))
    expect(await post(url)).toMatchObject({ kind: "success", status, errorCode: null, isBodyTruncated: false })
  })

  it.each([
    [300, "redirect_refused"],
    [304, "redirect_refused"],
    [400, "http_4xx"],
    [401, "http_4xx"],
    [404, "http_4xx"],
    [408, "http_408"],
    [422, "http_4xx"],
    [425, "http_408"],
    [429, "rate_limited"],
    [500, "http_5xx"],
    [502, "http_5xx"],
    [503, "http_5xx"],
    [504, "http_5xx"],
    [999, "protocol_error"],
  ])("with status %d fails with %s", async (status, errorCode) => {
    const { url } = await closedAfterTest(receiver((_, response) => response.writeHead(status).end()))
    expect(await post(url)).toMatchObject({ kind: "failed", status, errorCode })
  })

  it.each([301, 302, 303, 307, 308])("with status %d is not followed, and its location is stored", async (status) => {
    const target = await closedAfterTest(receiver())
    const { url } = await closedAfterTest(receiver((_, res) => res.writeHead(status, { location: target.url }).end()))
    const outcome = await post(url)
    expect(outcome).toMatchObject({ kind: "failed", status, errorCode: "redirect_refused" })
    expect(outcome.responseHeaders).toEqual({ location: target.url })
    expect(target.connections()).toBe(0)
  })

  it("can disable the endpoint or abort the message", async () => {
    const saying = async (status: number, wish?: string) => {
      const headers = wish ? { "webhook-delivery": wish } : {}
      const { url } = await closedAfterTest(receiver((_, response) => response.writeHead(status, headers).end()))
      return post(url)
    }
    expect(await saying(410)).toMatchObject({ kind: "gone", status: 410 })
    expect(await saying(500, "disable")).toMatchObject({ kind: "gone", status: 500 })
    expect(await saying(500, "abort-message")).toMatchObject({ kind: "aborted", status: 500 })
    expect((await saying(500, "disable")).responseHeaders).toEqual({ "webhook-delivery": "disable" })
  })

  it("can ask for a wait with Retry-After", async () => {
    const asking = async (retryAfter: string, status = 503) => {
      const headers = { "retry-after": retryAfter }
      const { url } = await closedAfterTest(receiver((_, response) => response.writeHead(status, headers).end()))
      return (await post(url)).retryAfterSeconds
    }
    expect(await asking("120")).toBe(120)
    expect(await asking("120", 429)).toBe(120)
    expect(await asking(new Date(Date.now() + 60_500).toUTCString())).toBeGreaterThanOrEqual(58)
    expect(await asking("315360000")).toBe(86_400)
    for (const nothing of ["soon", "-1", new Date(Date.now() - 5_000).toUTCString()])
      expect(await asking(nothing)).toBeNull()
    expect(await asking("120", 200)).toBeNull()
  })

  it("is stored with its body and a few headers", async () => {
    const headers = { "content-type": "text/plain", server: "mine", "set-cookie": "a=b", "x-powered-by": "mine" }
    const { url } = await closedAfterTest(receiver((_, response) => response.writeHead(400, headers).end("bad café")))
    expect(await post(url)).toMatchObject({
      responseHeaders: { "content-type": "text/plain", server: "mine" },
      responseBody: "bad café",
      isBodyTruncated: false,
    })
  })

  it("of 40 KiB is read completely and stored in part, and the connection is reused", async () => {
    const { url, connections } = await closedAfterTest(receiver((_, response) => response.end("a".repeat(40 * 1024))))
    for (const _ of [1, 2])
      expect(await post(url)).toMatchObject({ responseBody: "a".repeat(16 * 1024), isBodyTruncated: true })
    expect(connections()).toBe(1)
  })
})
