/** Tests each deadline of a webhook request at its true value, on a fake clock over real sockets. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Outcome } from "@/domain/deliveries/outcome"
import { type Send, sender } from "@/domain/deliveries/send"
import { socketEvents, startFakeClock } from "@/domain/deliveries/testing/fake-clock"
import { rawReceiver, receiver } from "@/domain/testing/receiver"
import { closedAfterTest } from "@/domain/testing/try-receiver"
import { deadlines } from "./deadlines"

let send: Send
beforeEach(() => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  startFakeClock()
  send = sender()
})
afterEach(() => vi.unstubAllEnvs())

const ok = "HTTP/1.1 200 OK\r\n"

/** Starts a request. `outcome` stays undefined until the request has ended. */
function startRequest(url: string) {
  const request: { outcome?: Outcome; ended: Promise<void> } = { ended: Promise.resolve() }
  request.ended = send({ url, headers: {}, body: "{}" }, url).then((outcome) => {
    request.outcome = outcome
  })
  return request
}

/** Moves the fake clock to one millisecond before the deadline, then to the deadline. */
async function expectEndAt(deadlineMs: number, request: ReturnType<typeof startRequest>): Promise<Outcome> {
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  await socketEvents()
  expect(request.outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await request.ended
  return request.outcome as Outcome
}

/** A receiver that returns the socket once its first bytes have arrived. */
async function silentReceiver() {
  const { promise: firstBytes, resolve } = Promise.withResolvers<Socket>()
  const { url } = await closedAfterTest(rawReceiver((socket) => socket.once("data", () => resolve(socket))))
  return { url, firstBytes }
}

describe("a request", () => {
  it("ends after 15 seconds if the body arrives slowly, and succeeds by its status", async () => {
    expect(deadlines).toEqual({ dnsMs: 3_000, connectMs: 5_000, tlsMs: 5_000, firstByteMs: 10_000, totalMs: 15_000 })
    const { url, firstBytes } = await silentReceiver()
    const request = startRequest(url)
    const socket = await firstBytes
    socket.write(`${ok}\r\naaaa`)
    await socketEvents()
    const outcome = await expectEndAt(15_000, request)
    expect(outcome).toMatchObject({ kind: "success", status: 200, isBodyTruncated: true, responseBody: "aaaa" })
    expect(outcome.totalMs).toBe(15_000)
  })

  it("waits ten seconds for the first byte", async () => {
    const arrived = Promise.withResolvers<void>()
    const { url } = await closedAfterTest(receiver(() => arrived.resolve()))
    const request = startRequest(url)
    await arrived.promise
    const outcome = await expectEndAt(10_000, request)
    expect(outcome).toMatchObject({ kind: "failed", errorCode: "timeout_first_byte", totalMs: 10_000 })
  })

  it("waits five seconds for TLS", async () => {
    const { url, firstBytes } = await silentReceiver()
    const request = startRequest(url.replace("http:", "https:"))
    await firstBytes
    const outcome = await expectEndAt(5_000, request)
    expect(outcome).toMatchObject({ kind: "failed", errorCode: "timeout_tls", remoteIp: "127.0.0.1", tlsMs: 5_000 })
  })

  it.runIf(process.platform === "linux")("waits five seconds for the connection", async () => {
    const { port, stop } = await receiverWithFullBacklog()
    const request = startRequest(`http://127.0.0.1:${port}/`)
    await socketEvents()
    const outcome = await expectEndAt(5_000, request)
    expect(outcome).toMatchObject({ kind: "failed", errorCode: "timeout_connect", remoteIp: null, tlsMs: null })
    expect(outcome.connectMs).toBe(5_000)
    stop()
  })

  it("leaves an idle connection open for four seconds, although the receiver offers ten minutes", async () => {
    const { url, firstBytes } = await silentReceiver()
    const request = startRequest(url)
    const socket = await firstBytes
    const closed = once(socket, "close")
    socket.write(`${ok}content-length: 0\r\nkeep-alive: timeout=600\r\n\r\n`)
    await request.ended
    await vi.advanceTimersByTimeAsync(3_400)
    await socketEvents()
    expect(socket.destroyed).toBe(false)
    // undici checks idle connections about twice a second.
    await vi.advanceTimersByTimeAsync(1_600)
    await closed
  })
})

/** A stopped process whose backlog of connections is full: it neither accepts nor refuses the next connection. */
async function receiverWithFullBacklog() {
  const listen =
    "const s = require('net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))"
  const child: ChildProcess = spawn(process.execPath, ["-e", listen], { stdio: ["ignore", "pipe", "inherit"] })
  const [chunk] = await once(child.stdout ?? child, "data")
  const port = Number(chunk)
  child.kill("SIGSTOP")
  const connections = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => {}))
  // A backlog of 1 holds two connections; the others stay in the kernel's SYN queue.
  await Promise.all(connections.slice(0, 2).map((socket) => once(socket, "connect")))
  const stop = () => {
    for (const socket of connections) socket.destroy()
    child.kill("SIGKILL")
  }
  return { port, stop }
}
