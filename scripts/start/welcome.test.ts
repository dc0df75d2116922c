import { expect, it, vi } from "vitest"
import { printWelcome } from "./welcome"

it.each(["http://localhost:3000", "https://signalbox.example.com"])("prints the connector URL of %s", (baseUrl) => {
  expect(printed({ baseUrl })).toContain(`  MCP      ${baseUrl}/mcp is the connector URL for assistants (docs/mcp.md)`)
})

it("asks for NODE_ENV=production on a server when a start with DATABASE_URL uses the settings of a trial", () => {
  const line =
    "  Settings those of a trial. Set NODE_ENV=production on a server that others can reach (docs/operating.md)"
  expect(printed({ isTrialWithDatabase: true })).toContain(line)
  expect(printed({ isTrialWithDatabase: false }).join("\n")).not.toContain("NODE_ENV")
})

function printed(ready: Partial<Parameters<typeof printWelcome>[0]>) {
  const print = vi.spyOn(console, "log").mockReturnValue()
  printWelcome({
    baseUrl: "http://localhost:3000",
    dataDir: ".data",
    demo: null,
    isKeyRevoked: false,
    isTrialWithDatabase: false,
    ...ready,
  })
  const lines = print.mock.calls.map(([line = ""]) => String(line))
  print.mockRestore()
  return lines
}
