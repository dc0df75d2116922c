import { spawnSync } from "node:child_process"
import { afterEach, expect, it, vi } from "vitest"
import { identify, isAlive } from "./process-identity"

const { platform } = process
const hasPs = spawnSync("ps", ["-o", "lstart=", "-p", String(process.pid)]).status === 0

afterEach(() => {
  Object.defineProperty(process, "platform", { value: platform })
  vi.unstubAllEnvs()
})

it.each(["linux", "darwin"])("on %s, a process that could not be identified is not alive", (name) => {
  Object.defineProperty(process, "platform", { value: name })
  expect(isAlive({})).toBe(false)
})

it("without a ps program, a process is identified by its process id", () => {
  Object.defineProperty(process, "platform", { value: "darwin" })
  vi.stubEnv("PATH", "/nowhere")
  const { pid: endedPid } = spawnSync(process.execPath, ["--version"])
  expect(isAlive(identify(process.pid) ?? {})).toBe(true)
  expect(identify(endedPid)).toBeNull()
})

it.runIf(hasPs)("on macOS, a process is identified also after a change of the time zone", () => {
  Object.defineProperty(process, "platform", { value: "darwin" })
  const identity = identify(process.pid)
  expect(identity?.pid).toBe(process.pid)
  vi.stubEnv("TZ", "Asia/Tokyo")
  expect(identity && isAlive(identity)).toBe(true)
})
