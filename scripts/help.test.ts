/** Tests `--help` of every command in package.json. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { startCommand } from "./testing/command"
import { runByName } from "./testing/run-in-process"

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }
const npmRun = (name: string) => (["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`)
const commands = Object.entries(scripts).map(([name, script]) => ({
  command: npmRun(name),
  args: script.replace("node scripts/run.mjs ", "").split(" "),
}))
const subcommands = [
  ["import", "metrics"],
  ["import", "answers"],
  ["import", "rates"],
  ["migrate", "create"],
  ["bench", "webhooks"],
].map((args) => ({ command: `npm run ${args[0]}`, args }))

afterEach(() => vi.unstubAllEnvs())

describe("--help", () => {
  it.each([...commands, ...subcommands])("of $args prints the usage and opens no database", async (given) => {
    const { command, args } = given
    const folder = mkdtempSync(join(tmpdir(), "signalbox-help-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const dataDir = join(folder, "data")
    // Nothing listens on port 1: a command that opens its database first fails here.
    vi.stubEnv("DATABASE_URL", "postgresql://user@127.0.0.1:1/none")
    vi.stubEnv("SIGNALBOX_DATA_DIR", dataDir)
    vi.stubEnv("TMPDIR", folder)
    const [name = "", ...rest] = args
    const { exitCode, out, err } = await runByName(name, [...rest, "--help"])
    expect([exitCode ?? 0, err]).toEqual([0, ""])
    expect(out).toContain(`Usage: ${command} --`)
    expect(out).toMatch(/^Options:$/m)
    expect(out).toMatch(/--help +print this help and exit/)
    expect(out).toMatch(/^Examples?:\n {2}.*npm /m)
    for (const line of out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(125)
    expect(existsSync(dataDir)).toBe(false)
    expect(readdirSync(folder).filter((entry) => entry.includes("signalbox"))).toEqual([])
  })

  it("of the container's entry point lists its commands without a database", () => {
    const env = { PATH: process.env["PATH"] ?? "" } as never
    const { status, stdout } = spawnSync(process.execPath, ["scripts/container.mjs", "--help"], {
      env,
      encoding: "utf8",
    })
    expect(status).toBe(0)
    expect(stdout).toContain("migrate deploy")
  })
})

it.each([["start", "-h"], ...["start", "migrate", "secrets", "admin"].map((command) => [command, "--help"])])(
  "the container prints the help of %s %s without a database",
  (...args) => {
    const env = { PATH: process.env["PATH"] ?? "" } as never
    const ended = spawnSync(process.execPath, ["scripts/container.mjs", ...args], { env, encoding: "utf8" })
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: /) })
  },
)

it("a wrong command line exits with code 2 and starts no work", async () => {
  const { ended, printed } = startCommand("check", ["--fast"])
  expect(await ended).toBe(2)
  expect(printed.err).toContain("unknown option '--fast'")
  expect(printed.out).toBe("")
})
