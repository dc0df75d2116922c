import { afterEach, expect, it, vi } from "vitest"
import { browserCookie, browserIdOf } from "./browser-cookie"

afterEach(() => {
  vi.unstubAllEnvs()
})

const sending = (cookie: string) => new Headers({ cookie })

it("the cookie of the consent page is bound to the host over https (__Host-)", () => {
  vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example.com")
  const { browserId, setCookie } = browserCookie(new Headers())
  expect(setCookie).toBe(`__Host-signalbox-consent=${browserId}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`)
  expect(browserIdOf(sending(`a=b; __Host-signalbox-consent=${browserId}`))).toBe(browserId)
})

it("a cookie without the prefix, which other hosts of the domain can set, is ignored over https", () => {
  vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example.com")
  const forged = "A".repeat(43)
  expect(browserIdOf(sending(`signalbox-consent=${forged}`))).toBeNull()
  expect(browserCookie(sending(`signalbox-consent=${forged}`)).browserId).not.toBe(forged)
})

it("the cookie has no prefix over http, where browsers would refuse it", () => {
  vi.stubEnv("SIGNALBOX_BASE_URL", "http://localhost:3000")
  expect(browserCookie(new Headers()).setCookie).toMatch(/^signalbox-consent=[\w-]{43}; Path=\/; .*SameSite=Lax$/)
})
