import { afterEach, expect, it, vi } from "vitest"
import { Problem } from "@/domain/kernel/errors"
import { log } from "@/domain/kernel/log"
import { logPageFailure } from "./log-page-failure"

afterEach(() => vi.restoreAllMocks())

const context = { routePath: "/(product)/[team]/clients", routeType: "render" }

it("a page that fails because of a bug is logged as an error with its stack and the reference shown on the page", () => {
  const error = vi.spyOn(log, "error").mockReturnValue()
  const bug = Object.assign(new Error("a bug"), { digest: "1626598804" })
  logPageFailure(bug, context)
  const facts = { err: bug, route: context.routePath, kind: "render", digest: "1626598804" }
  expect(error.mock.calls).toEqual([[facts, "page request failed"]])
})

it("a refused page is logged as a warning without a stack", () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue()
  logPageFailure(new Problem("rate_limited", "Too many attempts."), context)
  const facts = { code: "rate_limited", route: context.routePath, kind: "render" }
  expect(warn.mock.calls).toEqual([[facts, "page request refused: Too many attempts."]])
})
