/** Vitest setup file: undoes what the tests of a file replaced, because the next file runs in the same process. */
import { afterAll, vi } from "vitest"

const env = { ...process.env }

afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
})
