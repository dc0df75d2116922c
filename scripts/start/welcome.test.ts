import { expect, it, vi } from "vitest"
import { welcome } from "./welcome"

it.each(["http://localhost:3000", "https://signalbox.example.com"])("prints the connector URL of %s", (baseUrl) => {
  const print = vi.spyOn(console, "log").mockReturnValue()
  welcome({ baseUrl, dataDir: ".data", demo: null, isKeyRevoked: false })
  const lines = print.mock.calls.map(([line = ""]) => String(line))
  print.mockRestore()
  expect(lines).toContain(`  MCP      ${baseUrl}/mcp is the connector URL for assistants (docs/mcp.md)`)
})
