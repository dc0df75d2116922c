/** Tests `--help` of every command in package.json, each run as a separate process. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { startCommand } from "./testing/command"

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

describe("--help", () => {
  it.each([...commands, ...subcommands])("of $args prints the usage and opens no database", async (given) => {
    const { command, args } = given
    const folder = mkdtempSync(join(tmpdir(), "signalbox-help-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const dataDir = join(folder, "data")
    // Nothing listens on port 1: a command that opens its database first fails here.
    const env = { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", SIGNALBOX_DATA_DIR: dataDir, TMPDIR: folder }
    const [name = "", ...rest] = args
    const { ended, printed } = startCommand(name, [...rest, "--help"], { env })
    expect([await ended, printed.err]).toEqual([0, ""])
    expect(printed.out).toContain(`Usage: ${command} --`)
    expect(printed.out).toMatch(/^Options:$/m)
    expect(printed.out).toMatch(/--help +print this help and exit/)
    expect(printed.out).toMatch(/^Examples?:\n {2}.*npm /m)
    for (const line of printed.out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(125)
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

it("a wrong command line exits with code 2 and starts no work", async () => {
  const { ended, printed } = startCommand("check", ["--fast"])
  expect(await ended).toBe(2)
  expect(printed.err).toContain("unknown option '--fast'")
  expect(printed.out).toBe("")
})
