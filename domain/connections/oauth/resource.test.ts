import { afterEach, describe, expect, it, vi } from "vitest"
import { requestedResource } from "./resource"

afterEach(() => {
  vi.unstubAllEnvs()
})

describe("the resource of a request", () => {
  it.each([
    "https://Signalbox.EXAMPLE.com/mcp",
    "HTTPS://SIGNALBOX.EXAMPLE.COM/mcp",
    "https://signalbox.example.com:443/mcp/",
  ])("may have its host and scheme in capital letters: %s", (written) => {
    vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example.com")
    expect(requestedResource([written])).toBe("https://signalbox.example.com/mcp")
  })

  it.each([
    "https://signalbox.example.com/MCP",
    "https://signalbox.example.com./mcp",
    "https://signalbox.example.com:8443/mcp",
    "https://user@signalbox.example.com/mcp",
    "https://signalbox.example.com/mcp#a",
    "https://signalbox.example.com.evil.example/mcp",
  ])("is refused if anything else differs: %s", (written) => {
    vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example.com")
    expect(() => requestedResource([written])).toThrow(
      "This server issues tokens for https://signalbox.example.com/mcp only.",
    )
    expect(() => requestedResource(["https://signalbox.example.com/mcp", written])).toThrow("only")
  })
})
