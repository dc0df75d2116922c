import { afterEach, expect, it, vi } from "vitest"

afterEach(() => vi.unstubAllEnvs())

async function graceWith(seconds: string) {
  vi.stubEnv("SIGNALBOX_MCP_REFRESH_GRACE", seconds)
  vi.resetModules()
  return (await import("./lifetimes")).lifetimes.reuseGraceMs
}

it("the operator sets how long a used refresh token stays usable", async () => {
  expect(await graceWith("")).toBe(120_000)
  expect(await graceWith("300")).toBe(300_000)
  expect(await graceWith("0")).toBe(0)
  for (const wrong of ["-1", "1801", "1.5", "soon"])
    await expect(graceWith(wrong)).rejects.toThrow("SIGNALBOX_MCP_REFRESH_GRACE is not valid")
})
