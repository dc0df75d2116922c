import { subscribe, unsubscribe } from "node:diagnostics_channel"
import fc from "fast-check"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { sender } from "@/domain/deliveries/send"
import { nameServer } from "@/domain/testing/name-server"
import { rawReceiver, receiver } from "@/domain/testing/receiver"
import { blockedV4, blockedV6 } from "./address-policy"
import { deadlines } from "./deadlines"
import { resolver } from "./resolve"

/** Unassigned: 3ffe::/16 was returned in 2006. */
const publicAddress = "3ffe::1"

/** The outcome of every blocked request. It reveals nothing about the address, not even a duration. */
const refusal = {
  kind: "failed",
  errorCode: "address_blocked",
  status: null,
  retryAfterSeconds: null,
  responseHeaders: {},
  responseBody: null,
  isBodyTruncated: false,
  remoteIp: null,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  totalMs: null,
}

/** How many connections this process opened during a test. */
let dialled = 0
const count = () => void dialled++
/** Receivers that must never be reached. They listen on 8443, the one port besides 443 that a URL may name. */
let canaries: Awaited<ReturnType<typeof rawReceiver>>[] = []
const canaryHosts = ["127.0.0.1", "127.0.0.2", "127.1.2.3", "::1"]

beforeAll(async () => {
  const listening = canaryHosts.map((host) => rawReceiver((socket) => socket.destroy(), { host, port: 8443 }))
  // Some machines lack some loopback addresses.
  canaries = (await Promise.allSettled(listening)).flatMap((r) => (r.status === "fulfilled" ? [r.value] : []))
  subscribe("net.client.socket", count)
})
afterAll(async () => {
  unsubscribe("net.client.socket", count)
  for (const canary of canaries) await canary.close()
})
beforeEach(() => {
  vi.stubEnv("WEBHOOK_ALLOW_PORT_8443", "1")
  vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example")
  dialled = 0
})
afterEach(() => {
  expect(canaries.map((canary) => canary.connections())).toEqual(canaries.map(() => 0))
  vi.unstubAllEnvs()
})

const request = (url: string) => ({ url, headers: {}, body: "{}" })
const toName = "https://hooks.example.com:8443/hook"

/** Sends a request to a name that resolves to these addresses. */
const sendTo = (addresses: string[], url = toName) =>
  sender({ deadlines, resolve: async () => addresses })(request(url), "e")

describe("a request to a host name", () => {
  it("is blocked for the first and last address of every blocked range, before a socket is created", async () => {
    for (const range of [...Object.keys(blockedV4), ...Object.keys(blockedV6)])
      for (const address of edges(range)) expect([address, await sendTo([address])]).toEqual([address, refusal])
    expect(dialled).toBe(0)
  })

  it.each([
    ...canaryHosts,
    "::",
    "0.0.0.0",
    "169.254.169.254",
    "100.100.100.200",
    "168.63.129.16",
    "fd00:ec2::254",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::127.0.0.1",
    "64:ff9b:1::7f00:1",
    "::127.0.0.1",
    "fe80::1%lo",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "not an address",
    "",
  ])("is blocked for %j", async (address) => {
    expect(await sendTo([address])).toEqual(refusal)
    expect(dialled).toBe(0)
  })

  it("is blocked for any IPv6 address outside 2000::/3", async () => {
    const outside = fc
      .tuple(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 1, max: 0xffff }))
      .filter(([first]) => first >> 13 !== 1)
      .map(([first, last]) => `${first.toString(16)}::${last.toString(16)}`)
    await fc.assert(
      fc.asyncProperty(outside, async (address) => {
        expect(await sendTo([address])).toEqual(refusal)
      }),
      { numRuns: 200 },
    )
    expect(dialled).toBe(0)
  })

  it("is blocked when any of its addresses is blocked, in any position", async () => {
    for (const blocked of ["127.0.0.1", "10.0.0.1", "::1", "fd00::1"]) {
      expect(await sendTo([publicAddress, "8.8.8.8", blocked])).toEqual(refusal)
      expect(await sendTo([blocked, publicAddress, "8.8.8.8"])).toEqual(refusal)
    }
    expect(await sendTo([])).toEqual(refusal)
    expect(dialled).toBe(0)
  })

  it("connects to the checked address, even if the name resolves differently a moment later", async () => {
    const answers = [[publicAddress], ["127.0.0.1"], ["::1"]]
    let asked = 0
    const send = sender({ deadlines, resolve: async () => answers[asked++] ?? [] })
    const first = await send(request(toName), "e")
    expect(["network_unreachable", "timeout_connect", "connection_refused"]).toContain(first.errorCode)
    expect([asked, dialled]).toEqual([1, 1])
    expect(await send(request(toName), "e")).toEqual(refusal)
    expect(await send(request(toName), "e")).toEqual(refusal)
    expect([asked, dialled]).toEqual([3, 1])
  })

  it("is blocked when a CNAME leads to a private address, resolved by a real name server", async () => {
    const { ask, close } = await nameServer({
      "hooks.example.com": { cname: "inside.example.net" },
      "inside.example.net": { a: ["127.0.0.1"] },
      "mixed.example.com": { a: ["8.8.8.8"], aaaa: ["::1"] },
    })
    const send = sender({ deadlines, resolve: resolver([ask]) })
    for (const host of ["hooks.example.com", "mixed.example.com"])
      expect(await send(request(`https://${host}:8443/`), "e")).toEqual(refusal)
    await close()
    expect(dialled).toBe(0)
  })

  it("is blocked when a public name resolves to loopback, even where loopback is allowed", async () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
    expect(await sendTo(["127.0.0.1"])).toEqual(refusal)
    expect(await sendTo(["10.0.0.1"], "http://localhost:8443/")).toEqual(refusal)
    expect(dialled).toBe(0)
  })
})

describe("a request to a stored URL that is not allowed", () => {
  it.each([
    "https://127.0.0.1:8443/",
    "https://127.1:8443/",
    "https://2130706433:8443/",
    "https://0x7f000001:8443/",
    "https://0177.0.0.1:8443/",
    "https://0:8443/",
    "https://[::1]:8443/",
    "https://[::ffff:127.0.0.1]:8443/",
    "https://[::]:8443/",
    "https://[fe80::1%25lo]:8443/",
    "https://localhost:8443/",
    "https://a.localhost:8443/",
    "http://127.0.0.1:8443/",
    "http://hooks.example.com:8443/",
    "http://hooks.example.com/",
    "https://hooks.example.com:8444/",
    "https://hooks.example.com:22/",
    "https://user:pass@hooks.example.com:8443/",
    "https://hooks.example.com@127.0.0.1:8443/",
    "https://metadata.google.internal/",
    "https://signalbox.example/",
    "https://intranet/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "nonsense",
  ])("is blocked: %s", async (url) => {
    expect(await sendTo(["127.0.0.1"], url)).toEqual(refusal)
    expect(await sendTo([publicAddress], url)).toEqual(refusal)
    expect(dialled).toBe(0)
  })
})

describe("a request is not diverted", () => {
  beforeEach(() => vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1"))

  it("by a redirect", async () => {
    const targets = ["http://169.254.169.254/latest/meta-data/", "https://127.0.0.1:8443/", "//127.0.0.2:8443/"]
    for (const location of targets) {
      const { url, close } = await receiver((_, response) => response.writeHead(307, { location }).end())
      dialled = 0
      expect(await sender({ deadlines })(request(url), "e")).toMatchObject({
        status: 307,
        errorCode: "redirect_refused",
      })
      expect(dialled).toBe(1)
      await close()
    }
  })

  it("by the proxy variables of the environment", async () => {
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"])
      vi.stubEnv(name, "http://127.0.0.1:8443")
    const { url, close } = await receiver()
    expect(await sender({ deadlines })(request(url), "e")).toMatchObject({ kind: "success" })
    await close()
  })
})

/** The first and last address of a range. */
function edges(range: string) {
  const [network = "", bits] = range.split("/")
  if (!network.includes(":")) {
    const first = network.split(".").reduce((n, octet) => n * 256 + Number(octet), 0)
    const dotted = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join(".")
    return [dotted(first), dotted(first + 2 ** (32 - Number(bits)) - 1)]
  }
  const groups = network.split("::")[0]?.split(":") ?? []
  const first = [...groups, ...Array(8 - groups.length).fill("0")].map((group) => BigInt(Number.parseInt(group, 16)))
  const last = first.reduce((n, group) => (n << 16n) | group, 0n) + 2n ** BigInt(128 - Number(bits)) - 1n
  return [network, [...Array(8).keys()].map((i) => ((last >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(":")]
}
