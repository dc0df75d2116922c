import { connect, type Socket } from "node:net"
import tls from "node:tls"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { deadlines } from "@/domain/security/deadlines"
import { certificate } from "@/domain/testing/certificate"
import { rawReceiver, receiver } from "@/domain/testing/receiver"
import { closedAfterTest, post } from "@/domain/testing/try-receiver"
import { startFakeClock } from "./testing/fake-clock"

beforeAll(() => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
})
afterAll(() => vi.unstubAllEnvs())

describe("a receiver over TLS", () => {
  const trusted = tls.getCACertificates("default")
  afterEach(() => tls.setDefaultCACertificates(trusted))

  async function outcomeWith(more: { names?: string[]; fromDay?: number; untilDay?: number; isTrusted?: boolean }) {
    const { names = ["localhost", "127.0.0.1"], isTrusted = true, ...days } = more
    const made = certificate({ names, ...days })
    const { port, requests } = await closedAfterTest(receiver(undefined, { tls: made }))
    if (isTrusted) tls.setDefaultCACertificates([made.cert])
    const outcomes = await Promise.all(["localhost", "127.0.0.1"].map((host) => post(`https://${host}:${port}/`)))
    const [first, second] = outcomes.map((outcome) => outcome.errorCode)
    expect(first).toBe(second)
    if (first) expect(requests).toHaveLength(0)
    return first
  }

  it.each([
    ["that is trusted", {}, null],
    ["signed by itself", { isTrusted: false }, "tls_untrusted"],
    ["that has expired", { fromDay: -2, untilDay: -1 }, "tls_expired"],
    ["that is not valid yet", { fromDay: 1, untilDay: 2 }, "tls_expired"],
    ["of another name", { names: ["hooks.example.com", "127.0.0.9"] }, "tls_name_mismatch"],
  ])("with a certificate %s", async (_, more, errorCode) => {
    expect(await outcomeWith(more)).toBe(errorCode)
  })

  it("is verified even with NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")
    expect(await outcomeWith({ isTrusted: false })).toBe("tls_untrusted")
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", undefined)
  })

  it("that speaks plain HTTP or closes fails before the request is sent", async () => {
    const plain = await closedAfterTest(receiver())
    const over = async (speak: (socket: Socket) => void) => {
      const { url } = await closedAfterTest(rawReceiver(speak))
      return (await post(url.replace("http:", "https:"))).errorCode
    }
    expect((await post(plain.url.replace("http:", "https:"))).errorCode).toBe("tls_handshake")
    expect(plain.requests).toHaveLength(0)
    expect(await over((socket) => socket.end())).toBe("connection_reset")
    expect(await over((socket) => socket.resetAndDestroy())).toBe("connection_reset")
    expect(await over((socket) => socket.end("HTTP/1.1 400 Bad\r\n\r\n"))).toBe("tls_handshake")
  })

  it("that stays silent fails at the deadline of the handshake", async () => {
    startFakeClock()
    const greeted = Promise.withResolvers<void>()
    const { url } = await closedAfterTest(rawReceiver((socket) => socket.once("data", () => greeted.resolve())))
    const outcome = post(url.replace("http:", "https:"))
    await greeted.promise
    await vi.advanceTimersByTimeAsync(deadlines.tlsMs)
    expect((await outcome).errorCode).toBe("timeout_tls")
  })

  it("that sends garbage right after the handshake fails without harm to the process", async () => {
    const made = certificate({ names: ["localhost"] })
    tls.setDefaultCACertificates([made.cert])
    const behind = await closedAfterTest(receiver(undefined, { tls: made }))
    const { port } = await closedAfterTest(
      rawReceiver((socket) => {
        const inner = connect(behind.port, "127.0.0.1")
        socket.pipe(inner)
        // One segment ends the handshake and has garbage after it.
        inner.once("data", (flight) => socket.write(Buffer.concat([flight, Buffer.alloc(64, "x")])))
        for (const end of [inner, socket])
          end.on("error", () => {}).on("close", () => [inner, socket].map((s) => s.destroy()))
      }),
    )
    const outcome = await post(`https://localhost:${port}/`)
    expect(outcome).toMatchObject({ kind: "failed", status: null })
    expect(["tls_handshake", "connection_reset"]).toContain(outcome.errorCode)
    expect(behind.requests).toHaveLength(0)
  })
})
