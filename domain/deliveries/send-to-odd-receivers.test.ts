import type { Socket } from "node:net"
import { pipeline, Readable } from "node:stream"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { deadlines } from "@/domain/security/deadlines"
import { longWait } from "@/domain/testing/long-wait"
import { rawReceiver, receiver } from "@/domain/testing/receiver"
import { closedAfterTest, post } from "@/domain/testing/try-receiver"
import { socketEvents, startFakeClock } from "./testing/fake-clock"

beforeAll(() => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
})
afterAll(() => vi.unstubAllEnvs())

/** The outcome of a request to a receiver that responds like this once the request arrives. */
async function outcomeOf(speak: (socket: Socket) => void) {
  const { url } = await closedAfterTest(rawReceiver((socket) => socket.once("data", () => speak(socket))))
  return post(url)
}

/** The same for a receiver that leaves the request open: a fake clock moves on until the last deadline has passed. */
async function outcomeAtDeadline(speak: (socket: Socket) => void) {
  startFakeClock()
  const spoken = Promise.withResolvers<void>()
  const { url } = await closedAfterTest(
    rawReceiver((socket) =>
      socket.once("data", () => {
        speak(socket)
        spoken.resolve()
      }),
    ),
  )
  const outcome = post(url)
  await spoken.promise
  for (let ms = 0; ms < deadlines.totalMs; ms += 500) {
    await socketEvents()
    await vi.advanceTimersByTimeAsync(500)
  }
  return outcome
}

const ok = "HTTP/1.1 200 OK\r\n"
const drip =
  (text: string, head = "") =>
  (socket: Socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(text), 200)
    socket.on("close", () => clearInterval(timer))
  }

/** Writes endlessly, as fast as the connection accepts it. */
const flood = (chunk: string, head: string) => (socket: Socket) => {
  socket.write(head)
  const endless = Readable.from(
    (function* () {
      for (;;) yield chunk
    })(),
  )
  pipeline(endless, socket, () => {})
}

describe("a receiver that", () => {
  it.each([
    ["hangs before its answer", () => {}, "timeout_first_byte"],
    ["drips its headers", drip("x: y\r\n", ok), "timeout_total"],
    ["hangs in its headers", (s: Socket) => s.write(`${ok}content-type:`), "timeout_total"],
  ])("%s fails at the deadline", async (_, speak, errorCode) => {
    const outcome = await outcomeAtDeadline(speak)
    expect(outcome).toMatchObject({ kind: "failed", status: null, errorCode, responseBody: null, responseHeaders: {} })
  })

  it.each([
    ["drips its head", drip("H"), "protocol_error"],
    ["closes", (s: Socket) => s.end(), "connection_reset"],
    ["resets", (s: Socket) => s.resetAndDestroy(), "connection_reset"],
    ["resets in its headers", (s: Socket) => s.write(ok, () => s.resetAndDestroy()), "connection_reset"],
    ["speaks SSH", (s: Socket) => s.write("SSH-2.0-OpenSSH_9.6\r\n"), "protocol_error"],
    ["speaks HTTP/0.9", (s: Socket) => s.end("<html></html>"), "protocol_error"],
    ["sends random bytes", (s: Socket) => s.write(Buffer.from([0, 255, 1, 254, 13, 10])), "protocol_error"],
    ["changes the protocol", (s: Socket) => s.write("HTTP/1.1 101 X\r\nupgrade: h2c\r\n\r\n"), "protocol_error"],
    [
      "has a head of 100 KiB",
      (s: Socket) => s.write(`${ok}x: ${"a".repeat(102_400)}\r\n\r\n`),
      "response_header_too_large",
    ],
    [
      "has 10,000 headers",
      (s: Socket) => s.write(`${ok}${"x: y\r\n".repeat(10_000)}\r\n`),
      "response_header_too_large",
    ],
    ["never ends its headers", flood("x: y\r\n".repeat(1_000), ok), "response_header_too_large"],
  ])("%s fails", async (_, speak, errorCode) => {
    const outcome = await outcomeOf(speak)
    expect(outcome).toMatchObject({ kind: "failed", status: null, errorCode, responseBody: null, responseHeaders: {} })
  })

  it.each([
    ["hangs in the body", (s: Socket) => s.write(`${ok}content-length: 9\r\n\r\nab`), /^ab$/],
    ["drips the body", drip("a", `${ok}\r\n`), /^a{5,80}$/],
  ])("%s succeeds at the deadline, by its status, with part of the body", async (_, speak, body) => {
    const outcome = await outcomeAtDeadline(speak)
    expect(outcome).toMatchObject({ kind: "success", status: 200, isBodyTruncated: true })
    expect(outcome.responseBody).toMatch(body)
  })

  it.each([
    [
      "resets in the body",
      (s: Socket) => s.write(`${ok}content-length: 9\r\n\r\nab`, () => s.resetAndDestroy()),
      /^(ab)?$/,
    ],
    ["sends less than it promised", (s: Socket) => s.end(`${ok}content-length: 9\r\n\r\nab`), "ab"],
    ["breaks its chunks off", (s: Socket) => s.end(`${ok}transfer-encoding: chunked\r\n\r\n5\r\nab`), /^ab/],
    ["sends nonsense for a chunk", (s: Socket) => s.end(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\nab`), ""],
  ])("%s succeeds, by its status, with part of the body", async (_, speak, storedBody) => {
    const outcome = await outcomeOf(speak)
    expect(outcome).toMatchObject({ kind: "success", status: 200, isBodyTruncated: true })
    expect(outcome.responseBody).toMatch(storedBody instanceof RegExp ? storedBody : new RegExp(`^${storedBody}$`))
  })

  it.each([
    ["speaks HTTP/1.0", (s: Socket) => s.end("HTTP/1.0 200 OK\r\n\r\nab")],
    ["sends more than it promised", (s: Socket) => s.write(`${ok}content-length: 2\r\n\r\nabcdef`)],
    ["sends hints before", (s: Socket) => s.write(`HTTP/1.1 103 Early Hints\r\n\r\n${ok}content-length: 2\r\n\r\nab`)],
    ["answers before it has read", (s: Socket) => s.end(`${ok}connection: close\r\ncontent-length: 2\r\n\r\nab`)],
  ])("%s has succeeded", async (_, speak) => {
    expect(await outcomeOf(speak)).toMatchObject({ kind: "success", status: 200, responseBody: "ab" })
  })

  it("fails by its status when it hangs in the body of an error", async () => {
    const outcome = await outcomeAtDeadline((s) => s.write("HTTP/1.1 500 Oh\r\ncontent-length: 9\r\n\r\nab"))
    expect(outcome).toMatchObject({ kind: "failed", status: 500, errorCode: "http_5xx", responseBody: "ab" })
  })

  it("sends an endless body, which is cut off after 64 KiB and uses no extra memory", async () => {
    const wave = async () => {
      let written = 0
      const outcome = await outcomeOf((socket) => {
        flood("a".repeat(64 * 1024), `${ok}content-length: 1073741824\r\n\r\n`)(socket)
        socket.on("close", () => (written = socket.bytesWritten))
      })
      expect(outcome).toMatchObject({ kind: "success", isBodyTruncated: true, responseBody: "a".repeat(16 * 1024) })
      await vi.waitFor(() => expect(written).toBeGreaterThan(0), longWait)
      // The data in the two kernel buffers of the connection is outside our control.
      expect(written).toBeLessThan(16 * 1024 * 1024)
    }
    for (let i = 0; i < 5; i++) await wave()
    const before = process.memoryUsage().rss
    for (let i = 0; i < 20; i++) await wave()
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024)
  })

  it("sends a gzip bomb is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024))
    const headers = { "content-encoding": "gzip", "content-type": "text/plain" }
    const { url } = await closedAfterTest(receiver((_, response) => response.writeHead(200, headers).end(bomb)))
    const before = process.memoryUsage().rss
    for (let i = 0; i < 10; i++)
      expect(await post(url)).toMatchObject({
        kind: "success",
        responseBody: null,
        isBodyTruncated: expect.any(Boolean),
      })
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024)
  })

  it("is not there refuses the connection", async () => {
    const { url, close } = await rawReceiver(() => {})
    await close()
    expect(await post(url)).toMatchObject({ kind: "failed", errorCode: "connection_refused", firstByteMs: null })
    expect((await post(url.replace("127.0.0.1", "localhost"))).errorCode).toBe("connection_refused")
  })
})
