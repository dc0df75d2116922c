import tls from "node:tls"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { sender } from "@/domain/deliveries/send"
import { log } from "@/domain/kernel/log"
import { certificate } from "@/domain/testing/certificate"
import { connectProxy } from "@/domain/testing/connect-proxy"
import { rawReceiver, receiver } from "@/domain/testing/receiver"
import { closedAfterTest } from "@/domain/testing/try-receiver"
import { deadlines } from "./deadlines"
import type { Resolve } from "./resolve"

const trusted = tls.getCACertificates("default")
const toName = "https://hooks.example.com:8443/hook"
const created = certificate({ names: ["hooks.example.com", "127.0.0.1"] })
const loggedError = vi.spyOn(log, "error")

beforeEach(() => {
  vi.stubEnv("WEBHOOK_ALLOW_PORT_8443", "1")
  tls.setDefaultCACertificates([created.cert])
  loggedError.mockReset().mockReturnValue()
})
afterEach(() => {
  vi.unstubAllEnvs()
  tls.setDefaultCACertificates(trusted)
})

type Proxying = Parameters<typeof connectProxy>[1]

/** A receiver that only the proxy can reach, and a function that posts to it by name. */
async function behindProxy(more: Proxying = {}, as = (url: string) => url) {
  const behind = await closedAfterTest(receiver(undefined, { tls: created }))
  const proxy = await closedAfterTest(connectProxy(behind, more))
  vi.stubEnv("WEBHOOK_EGRESS_PROXY", as(proxy.url))
  const posting = (addresses: string[] | Resolve, { connectMs } = deadlines) => {
    const resolve = Array.isArray(addresses) ? async () => addresses : addresses
    const send = sender({ deadlines: { ...deadlines, connectMs }, resolve })
    return (url = toName) => send({ url, headers: { "x-of": "the request" }, body: "{}" }, "e")
  }
  return { behind, proxy, posting }
}

describe("a delivery through a proxy", () => {
  it("reaches the receiver at the address resolved here, with end-to-end TLS for the host name", async () => {
    const { behind, proxy, posting } = await behindProxy()
    const post = posting(["203.0.114.7"])
    expect(await post()).toMatchObject({ kind: "success", status: 200, remoteIp: "203.0.114.7" })
    expect(proxy.asked).toEqual([{ target: "203.0.114.7:8443", authorization: undefined }])
    expect(behind.requests).toMatchObject([{ headers: { host: "hooks.example.com:8443", "x-of": "the request" } }])
    tls.setDefaultCACertificates([certificate({ names: ["hooks.example.com"] }).cert])
    expect(await posting(["203.0.114.7"])()).toMatchObject({ errorCode: "tls_untrusted" })
    expect(behind.requests).toHaveLength(1)
  })

  it("reuses its tunnel for the next request, and opens a new one after it has closed", async () => {
    const { behind, proxy, posting } = await behindProxy()
    const post = posting(["203.0.114.7"])
    for (let n = 0; n < 3; n++) expect(await post()).toMatchObject({ kind: "success" })
    expect([proxy.asked.length, behind.connections(), behind.requests.length]).toEqual([1, 1, 3])
  })

  it("sends the credentials only to the proxy, over TLS if the proxy speaks it", async () => {
    const withName = (url: string) => url.replace("://", "://signalbox:p%40ss@")
    const { behind, proxy, posting } = await behindProxy({ tls: created }, withName)
    expect(await posting(["203.0.114.7"])()).toMatchObject({ kind: "success" })
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from("signalbox:p@ss").toString("base64")}`)
    expect(JSON.stringify(behind.requests)).not.toMatch(/proxy|c2lnbmFsYm94/i)
  })

  it("tries the next address when the proxy cannot reach the first", async () => {
    const { proxy, posting } = await behindProxy({ status: (target) => (target.startsWith("[") ? 200 : 502) })
    expect(await posting(["203.0.114.7", "2606:4700::1"])()).toMatchObject({
      kind: "success",
      remoteIp: "2606:4700::1",
    })
    expect(proxy.asked.map(({ target }) => target)).toEqual(["203.0.114.7:8443", "[2606:4700::1]:8443"])
  })
})

describe("the address policy", () => {
  it.each([["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["203.0.114.7", "10.0.0.1"], ["fd00::1"], []])(
    "blocks before the proxy is contacted: %j %j",
    async (...addresses) => {
      const { proxy, posting } = await behindProxy()
      expect(await posting(addresses.filter((address) => address !== undefined))()).toMatchObject({
        errorCode: "address_blocked",
        remoteIp: null,
        totalMs: null,
      })
      expect(proxy.asked).toEqual([])
    },
  )

  it("is not bypassed by a name that resolves differently later: the proxy never gets the name", async () => {
    const answers = [["203.0.114.7"], ["127.0.0.1"]]
    const { proxy, posting } = await behindProxy()
    const resolve = async () => answers.shift() ?? []
    expect(await posting(resolve)()).toMatchObject({ kind: "success" })
    expect(await posting(resolve)()).toMatchObject({ errorCode: "address_blocked" })
    expect(proxy.asked.map(({ target }) => target)).toEqual(["203.0.114.7:8443"])
  })

  it("connects to loopback directly where it is allowed, never through the proxy", async () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
    const { behind, proxy, posting } = await behindProxy()
    expect(await posting([])(`https://127.0.0.1:${behind.port}/`)).toMatchObject({ kind: "success" })
    expect(proxy.asked).toEqual([])
  })
})

describe("a proxy that fails", () => {
  it.each([
    [403, "network_unreachable"],
    [500, "network_unreachable"],
    [502, "network_unreachable"],
    [503, "network_unreachable"],
    [504, "timeout_connect"],
    [undefined, "timeout_connect"],
  ])("with status %s counts as a failure of the receiver: %s", async (status, errorCode) => {
    const { behind, posting } = await behindProxy({ status: () => status })
    // A proxy that never answers runs into the deadline, which is short here.
    const limits = status === undefined ? { ...deadlines, connectMs: 500 } : deadlines
    expect(await posting(["203.0.114.7"], limits)()).toMatchObject({
      kind: "failed",
      errorCode,
      status: null,
      responseBody: null,
    })
    expect(behind.requests).toEqual([])
    expect(loggedError).not.toHaveBeenCalled()
  })

  it.each([400, 404, 407, 301])("with status %s counts as an internal error", async (status) => {
    const { behind, posting } = await behindProxy({ status: () => status })
    expect(await posting(["203.0.114.7"])()).toMatchObject({ kind: "internal" })
    expect(behind.requests).toEqual([])
    expect(loggedError).toHaveBeenCalledOnce()
  })

  it("because it is gone, closes, sends garbage or has an invalid URL is an internal error, and no request bypasses it", async () => {
    const { behind, proxy, posting } = await behindProxy()
    await proxy.close()
    expect(await posting(["203.0.114.7"])()).toMatchObject({ kind: "internal" })
    for (const words of ["", "SSH-2.0-OpenSSH_9.2\r\n"]) {
      const odd = await closedAfterTest(rawReceiver((socket) => socket.once("data", () => socket.end(words))))
      vi.stubEnv("WEBHOOK_EGRESS_PROXY", odd.origin)
      expect([words, (await posting(["203.0.114.7"])()).kind]).toEqual([words, "internal"])
    }
    for (const written of ["proxy.internal:4750", "socks5://127.0.0.1:1080", "nonsense", "http://127.0.0.1:1/path"]) {
      vi.stubEnv("WEBHOOK_EGRESS_PROXY", written)
      expect([written, (await posting(["203.0.114.7"])()).kind]).toEqual([written, "internal"])
    }
    expect(behind.requests).toEqual([])
  })
})
