import { afterEach, describe, expect, it, vi } from "vitest"
import { isClientAllowed } from "./allowed-clients"

afterEach(() => vi.unstubAllEnvs())

describe("the list of denied apps", () => {
  it.each([
    ["evil.example", "https://evil.example/app.json"],
    ["evil.example", "https://evil.example./app.json"],
    ["evil.example", "https://apps.evil.example./app.json"],
    ["evil.example.", "https://evil.example/app.json"],
    ["Evil.Example", "https://evil.example/app.json"],
  ])("with the host %s contains the app %s", (host, id) => {
    vi.stubEnv("SIGNALBOX_MCP_DENIED_CLIENTS", `other.example, ${host}`)
    expect(isClientAllowed(id)).toBe(false)
    expect(isClientAllowed("mcc_1", [new URL(id).hostname])).toBe(false)
  })

  it("compares client IDs letter by letter", () => {
    vi.stubEnv("SIGNALBOX_MCP_DENIED_CLIENTS", "mcc_01JD3Y8F5V6Q2K9M4N7P0R1S2T")
    expect(isClientAllowed("mcc_01JD3Y8F5V6Q2K9M4N7P0R1S2T")).toBe(false)
    expect(isClientAllowed("mcc_01jd3y8f5v6q2k9m4n7p0r1s2t")).toBe(true)
  })
})

it("the list of allowed apps contains hosts with a final dot and in capital letters, too", () => {
  vi.stubEnv("SIGNALBOX_MCP_ALLOWED_CLIENTS", "Claude.AI.")
  expect(isClientAllowed("https://claude.ai/app.json")).toBe(true)
  expect(isClientAllowed("https://claude.ai./app.json")).toBe(true)
  expect(isClientAllowed("https://evil.example/app.json")).toBe(false)
})
