import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Problem } from "@/domain/kernel/errors"
import { checkUrl } from "./url-safety"

/** Returns the details of every broken rule, or the URL as it is stored. */
function checked(url: string) {
  try {
    return checkUrl(url)
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    expect(thrown.code).toBe("url_not_allowed")
    expect(thrown.errors.every((e) => e.parameter === "url" && e.code === "url_not_allowed" && e.fix)).toBe(true)
    expect(thrown.message).toBe(thrown.errors.map((e) => e.detail).join(" "))
    return thrown.errors.map((e) => e.detail)
  }
}

const notAUrl = "The value is not a URL."
const notHttps = "The URL does not use https."
const otherPort = "The URL has a port other than 443."
const credentials = "The URL contains a user name or password."
const fragment = "The URL has a fragment (#), which HTTP does not send."
const ipAddress = "The host is an IP address, which is not allowed."
const badHost = "The host is not a valid host name."
const singleLabel = "The host name has only one label."
const specialUse = "The host name is reserved for private networks."
const ownHost = "The host is this Signalbox installation."
const tooLong = "The URL has more than 2,048 characters."

beforeEach(() => {
  vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example")
})
afterEach(() => vi.unstubAllEnvs())

describe("the URL of a webhook", () => {
  it.each([
    ["https://hooks.example.com", "https://hooks.example.com/"],
    ["https://hooks.example.com/a?b=c&d=%20", "https://hooks.example.com/a?b=c&d=%20"],
    ["https://hooks.example.com:443/a", "https://hooks.example.com/a"],
    ["HTTPS://Hooks.Example.COM/A", "https://hooks.example.com/A"],
    ["https://hooks.example.com./a", "https://hooks.example.com/a"],
    ["https://bücher.example/a", "https://xn--bcher-kva.example/a"],
    ["https://localhost.example.com/", "https://localhost.example.com/"],
    ["https://1.2.3.4.example.com/", "https://1.2.3.4.example.com/"],
  ])("%s is stored as %s", (url, kept) => {
    expect(checked(url)).toBe(kept)
  })

  it.each([
    ["", [notAUrl]],
    ["hooks.example.com/a", [notAUrl]],
    ["https://", [notAUrl]],
    ["https://a b.example.com/", [notAUrl]],
    ["https://1.2.3.256/", [notAUrl]],
    ["https://[fe80::1%25eth0]/", [notAUrl]],
    ["https://[fe80::1%eth0]/", [notAUrl]],
    ["http://hooks.example.com/", [notHttps]],
    ["http://hooks.example.com:80/", [notHttps]],
    ["http://hooks.example.com:443/", [notHttps]],
    ["ftp://hooks.example.com/", [notHttps]],
    ["https://hooks.example.com:8443/", [otherPort]],
    ["https://hooks.example.com:80/", [otherPort]],
    ["https://hooks.example.com:22/", [otherPort]],
    ["https://hooks.example.com:0/", [otherPort]],
    ["https://user@hooks.example.com/", [credentials]],
    ["https://user:pass@hooks.example.com/", [credentials]],
    ["https://:pass@hooks.example.com/", [credentials]],
    ["https://hooks.example.com@127.0.0.1/", [credentials, ipAddress]],
    ["https://hooks.example.com/#a", [fragment]],
    ["https://hooks.example.com/#", [fragment]],
    ["https://hooks/", [singleLabel]],
    ["https://localhost/", [singleLabel, specialUse]],
    ["https://localhost./", [singleLabel, specialUse]],
    ["https://LOCALHOST/", [singleLabel, specialUse]],
    ["https://a.localhost/", [specialUse]],
    ["https://printer.local/", [specialUse]],
    ["https://metadata.google.internal/", [specialUse]],
    ["https://router.home.arpa/", [specialUse]],
    ["https://abc.onion/", [specialUse]],
    ["https://hooks..example.com/", [badHost]],
    [`https://${"a".repeat(64)}.example.com/`, [badHost]],
    [`https://${"a.".repeat(125)}example.com/`, [badHost]],
    [`https://hooks.example.com/${"a".repeat(2048)}`, [tooLong]],
    [`https://hooks.example.com/${"ü".repeat(400)}`, [tooLong]],
    ["x".repeat(2049), [tooLong, notAUrl]],
  ])("%s is rejected: %j", (url, details) => {
    expect(checked(url)).toEqual(details)
  })

  it.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://127.0.0.1./",
    "https://%31%32%37.0.0.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://0/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0xa9fea9fe/",
    "https://8.8.8.8/",
    "https://[::1]/",
    "https://[::]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2606:4700::1111]/",
    "https:\\\\127.0.0.1\\",
    "https:/127.0.0.1/",
    "https:127.0.0.1",
    " https://127.0.0.1/\n",
    "ht\ntps://127.0.0.1/",
  ])("%j is rejected as an IP address", (url) => {
    expect(checked(url)).toEqual([ipAddress])
  })

  it("is rejected with every rule that it breaks, not only the first", () => {
    vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.internal")
    expect(checked("http://me:secret@signalbox.internal:8080/#x")).toEqual([
      notHttps,
      otherPort,
      credentials,
      fragment,
      specialUse,
      ownHost,
    ])
  })

  it("must not use the host of Signalbox", () => {
    vi.stubEnv("SIGNALBOX_BASE_URL", "https://app.signalbox.example")
    expect(checked("https://app.signalbox.example/api/v1/me")).toEqual([ownHost])
    expect(checked("https://APP.signalbox.example./")).toEqual([ownHost])
    expect(checked("https://other.signalbox.example/")).toBe("https://other.signalbox.example/")
  })

  it("may use port 8443 if the operator allows it", () => {
    vi.stubEnv("WEBHOOK_ALLOW_PORT_8443", "1")
    expect(checked("https://hooks.example.com:8443/")).toBe("https://hooks.example.com:8443/")
    expect(checked("https://hooks.example.com:8444/")).toEqual([otherPort])
  })
})

describe("WEBHOOK_ALLOW_LOOPBACK", () => {
  const trials = [
    "http://localhost:4000/hook",
    "https://localhost/hook",
    "http://127.0.0.1:4000/",
    "http://127.8.9.10/",
    "http://[::1]:4000/",
    "http://a.localhost:3000/",
  ]

  it("allows http, any port and Signalbox's own host, on loopback", () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
    vi.stubEnv("SIGNALBOX_BASE_URL", "http://localhost:3000")
    for (const url of trials) expect(checked(url)).toBe(url)
  })

  it("allows nothing else", () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
    expect(checked("http://hooks.example.com/")).toEqual([notHttps])
    expect(checked("http://10.0.0.1:4000/")).toEqual([notHttps, otherPort, ipAddress])
    expect(checked("ftp://localhost/")).toEqual([notHttps])
    expect(checked("http://me@localhost:4000/#x")).toEqual([credentials, fragment])
  })

  it("has an effect only with the value 1", () => {
    for (const value of ["", "0", "true"]) {
      vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", value)
      for (const url of trials) expect(Array.isArray(checked(url))).toBe(true)
    }
  })

  it("needs a second variable in production with a separate Postgres", () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
    vi.stubEnv("NODE_ENV", "production")
    vi.stubEnv("DATABASE_URL", "postgresql://db.example/signalbox")
    expect(checked("http://127.0.0.1:4000/")).toEqual([notHttps, otherPort, ipAddress])
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION", "1")
    expect(checked("http://127.0.0.1:4000/")).toBe("http://127.0.0.1:4000/")
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "")
    expect(checked("http://127.0.0.1:4000/")).toEqual([notHttps, otherPort, ipAddress])
  })
})
