import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, it, vi } from "vitest"
import { rawReceiver, receiver } from "../testing/receiver"
import { deadlines } from "./deadlines"
import { type Send, sender } from "./send"

// At their true values: this file takes as long as the longest of them, and all of it at once.
let send: Send
beforeAll(() => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  send = sender()
})
afterAll(() => vi.unstubAllEnvs())

const post = (url: string) => send({ url, headers: {}, body: "{}" }, url)
const ok = "HTTP/1.1 200 OK\r\n"

describe.concurrent("a request", () => {
  it("has ended after 15 seconds, whatever the receiver does", async ({ expect }) => {
    expect(deadlines).toEqual({ dnsMs: 3_000, connectMs: 5_000, tlsMs: 5_000, firstByteMs: 10_000, totalMs: 15_000 })
    const { url, close } = await rawReceiver((socket) =>
      socket.once("data", () => {
        socket.write(`${ok}\r\n`)
        const timer = setInterval(() => socket.write("a"), 1_000)
        socket.on("close", () => clearInterval(timer))
      }),
    )
    const outcome = await post(url)
    expect(outcome).toMatchObject({ kind: "success", status: 200, isBodyTruncated: true })
    expect(outcome.responseBody).toMatch(/^a{12,15}$/)
    expect(outcome.totalMs).toBeGreaterThan(14_900)
    expect(outcome.totalMs).toBeLessThan(15_500)
    await close()
  })

  it("waits ten seconds for the first byte", async ({ expect }) => {
    const { url, close } = await receiver(() => {})
    const outcome = await post(url)
    expect(outcome).toMatchObject({ kind: "failed", errorCode: "timeout_first_byte" })
    expect(outcome.totalMs).toBeGreaterThan(9_900)
    expect(outcome.totalMs).toBeLessThan(10_500)
    await close()
  })

  it("waits five seconds for TLS", async ({ expect }) => {
    const { url, close } = await rawReceiver(() => {})
    const outcome = await post(url.replace("http:", "https:"))
    expect(outcome).toMatchObject({ kind: "failed", errorCode: "timeout_tls", remoteIp: "127.0.0.1" })
    expect(outcome.tlsMs).toBeGreaterThan(4_900)
    expect(outcome.totalMs).toBeLessThan(5_500)
    await close()
  })

  it.runIf(process.platform === "linux")("waits five seconds for the connection", async ({ expect }) => {
    const { port, stop } = await fullReceiver()
    const outcome = await post(`http://127.0.0.1:${port}/`)
    expect(outcome).toMatchObject({ kind: "failed", errorCode: "timeout_connect", remoteIp: null, tlsMs: null })
    expect(outcome.connectMs).toBeGreaterThan(4_900)
    expect(outcome.totalMs).toBeLessThan(5_500)
    stop()
  })

  it("leaves its connection open for four seconds, and no longer", async ({ expect }) => {
    let closedAt = 0
    const { url, close } = await rawReceiver((socket) => {
      socket.on("data", () => socket.write(`${ok}content-length: 0\r\nkeep-alive: timeout=600\r\n\r\n`))
      socket.on("close", () => {
        closedAt = performance.now()
      })
    })
    await post(url)
    const answeredAt = performance.now()
    await vi.waitFor(() => expect(closedAt).toBeGreaterThan(0), { timeout: 8_000, interval: 50 })
    expect(closedAt - answeredAt).toBeGreaterThan(3_400)
    expect(closedAt - answeredAt).toBeLessThan(6_000)
    await close()
  })
})

/** Another process, stopped, whose queue of connections is full: the next one is neither taken nor refused. */
async function fullReceiver() {
  const listen =
    "const s = require('net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))"
  const child: ChildProcess = spawn(process.execPath, ["-e", listen], { stdio: ["ignore", "pipe", "inherit"] })
  const [chunk] = await once(child.stdout ?? child, "data")
  const port = Number(chunk)
  child.kill("SIGSTOP")
  const queued = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => {}))
  await new Promise((resolve) => setTimeout(resolve, 200))
  const stop = () => {
    for (const socket of queued) socket.destroy()
    child.kill("SIGKILL")
  }
  return { port, stop }
}
