import { expect, it } from "vitest"
import { formatLogged } from "./logged-time"

const now = Date.parse("2026-11-26T19:00:00Z")

it("shows the time of log entries of earlier days", () => {
  const logged = (at: string) => formatLogged(new Date(at), "Europe/Rome", now)
  expect(logged("2026-11-26T16:00:00Z")).toBe("3 hours ago")
  expect(logged("2026-11-25T22:59:00Z")).toBe("Wed 25 Nov, 23:59")
  expect(logged("2025-12-31T22:59:00Z")).toBe("Wed 31 Dec 2025, 23:59")
})
