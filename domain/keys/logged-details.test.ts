import { describe, expect, it } from "vitest"
import { makeKey } from "@/domain/kernel/key-format"
import { loggedProblem, loggedQuery } from "./logged-details"

describe("the query in the request log", () => {
  it("is stored as it was sent, without the question mark", () => {
    expect(loggedQuery("?limit=0&q=caf%C3%A9")).toBe("limit=0&q=caf%C3%A9")
    expect(loggedQuery("")).toBeNull()
    expect(loggedQuery("?")).toBeNull()
  })

  it("is stored without credentials: API keys anywhere, and values of parameters with a name such as token", () => {
    const key = makeKey("live")
    expect(loggedQuery(`?q=${key}`)).toBe("q=sbx_live_[redacted]")
    expect(loggedQuery("?api_key=abc&Access-Token=d&password=e&key=f&monkey=g&token")).toBe(
      "api_key=[redacted]&Access-Token=[redacted]&password=[redacted]&key=[redacted]&monkey=g&token",
    )
  })

  it("is cut to 1,000 characters, and a key across the cut is still redacted", () => {
    expect(loggedQuery(`?q=${"a".repeat(5_000)}`)).toHaveLength(1_000)
    const key = makeKey("live")
    expect(loggedQuery(`?q=${"a".repeat(980)}${key}`)).not.toContain(key.slice(0, 15))
  })
})

describe("the problem in the request log", () => {
  it("is stored completely, or without the last of its errors when it is too long", () => {
    const short = JSON.stringify({ title: "T", detail: "D", errors: [{ detail: "one" }] })
    expect(loggedProblem(short)).toBe(short)
    const errors = Array.from({ length: 500 }, (_, i) => ({ parameter: `p${i}`, detail: `p${i} is not known.` }))
    const stored = loggedProblem(JSON.stringify({ title: "T", detail: "long ".repeat(2_000), code: "c", errors }))
    expect(stored.length).toBeLessThanOrEqual(4_000)
    const parsed = JSON.parse(stored)
    expect(parsed).toMatchObject({ title: "T", code: "c" })
    expect(parsed.errors.length).toBeGreaterThan(10)
  })
})
