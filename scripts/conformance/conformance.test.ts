import { readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { startEndpoint } from "./endpoint"
import { runSuite, suiteSets } from "./run-suite"

/** The suite needs Node 22. `npm test` runs on Node 24. */
const canRun = Number(process.versions.node.split(".", 1)) >= 22

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  vi.stubEnv("MCP_CONFORMANCE", "1")
  endpoint = await startEndpoint()
})
afterAll(() => {
  endpoint.close()
  vi.unstubAllEnvs()
})

it.skipIf(!canRun).each(suiteSets)(
  "the conformance suite passes for $revision, as docs/conformance.md says",
  async (set) => {
    const { passed, failed, unexpected } = await runSuite(endpoint.url, set)
    expect(unexpected).toEqual([])
    const row = `| ${set.revision} | ${passed.length} of ${passed.length + failed.length} |`
    expect(readFileSync("docs/conformance.md", "utf8")).toContain(row)
  },
)

it("the fixtures are refused in production", async () => {
  vi.stubEnv("NODE_ENV", "production")
  const { withFixtures } = await import("@/server/mcp/conformance")
  expect(() => withFixtures({} as never)).toThrow("refused in production")
  vi.stubEnv("NODE_ENV", "test")
})
