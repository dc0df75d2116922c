/** Tests that an install can be interrupted by a signal to the whole process group, as Ctrl-C sends it. */
import { execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"

function folder() {
  const path = mkdtempSync(join(tmpdir(), "signalbox-packages-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Creates the archive of a package with one file, as a registry serves it. */
function archive() {
  const path = folder()
  writeFileSync(join(path, "package.json"), JSON.stringify({ name: "tiny", version: "1.0.0" }))
  execFileSync("npm", ["pack", "--silent"], { cwd: path })
  return readFileSync(join(path, "tiny-1.0.0.tgz"))
}

/** Starts a registry that leaves requests open until `serve` is called. `asked` settles at the first request. */
async function registry(content: Buffer) {
  const waiting: ServerResponse[] = []
  let isServing = false
  const server = createServer((_, response) => void (isServing ? response.end(content) : waiting.push(response)))
  const asked = once(server, "request")
  await once(server.listen(0, "127.0.0.1"), "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const serve = () => {
    isServing = true
  }
  return { url, asked, waiting, serve }
}

/** Creates a clone with the launcher's scripts and one package to install. */
function clone(content: Buffer) {
  const path = folder()
  mkdirSync(join(path, "scripts"))
  for (const name of ["run", "bootstrap", "packages"])
    copyFileSync(`scripts/${name}.mjs`, join(path, "scripts", `${name}.mjs`))
  const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`
  const root = { name: "clone", version: "1.0.0", dependencies: { tiny: "1.0.0" } }
  const packages = { "": root, "node_modules/tiny": { version: "1.0.0", integrity } }
  writeFileSync(join(path, "package.json"), JSON.stringify({ ...root, optionalDependencies: {} }))
  writeFileSync(join(path, "package-lock.json"), JSON.stringify({ ...root, lockfileVersion: 3, packages }))
  return path
}

/**
 * Runs `scripts/run.mjs nothing`, which installs the packages and then reports that there is no such command. `stdio`:
 * what the process gets besides its output.
 */
function start(path: string, registryUrl: string, stdio: "ipc"[] = []) {
  const env = {
    PATH: process.env["PATH"],
    HOME: path,
    npm_config_registry: registryUrl,
    npm_config_cache: join(path, "cache"),
  }
  const child = spawn(process.execPath, ["scripts/run.mjs", "nothing"], {
    cwd: path,
    env: env as never,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...stdio],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk))
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }))
  onTestFinished(() => void child.kill("SIGKILL"))
  return { ended, interrupt: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal) }
}

it.each(["SIGINT", "SIGTERM"] as const)(
  "%s stops npm and leaves no files, and the next start installs the packages",
  async (signal) => {
    const content = archive()
    const { url, asked, waiting, serve } = await registry(content)
    const path = clone(content)
    const first = start(path, url)
    await asked
    const disconnected = new Promise((resolve) => waiting[0]?.once("close", resolve))
    first.interrupt(signal)
    const { code, output } = await first.ended
    expect(code).toBe(signal === "SIGINT" ? 130 : 143)
    expect(output).toContain("Stopped while packages were being installed. The next start installs them again.")
    expect(output).not.toContain("npm ci failed")
    // npm's connection to the registry closes only when npm has ended.
    await disconnected
    expect(readdirSync(join(path, ".build"))).toEqual([])
    expect(existsSync(join(path, "node_modules"))).toBe(false)

    serve()
    const second = await start(path, url).ended
    expect(second.output).toContain('There is no command "nothing"')
    expect(JSON.parse(readFileSync(join(path, "node_modules/tiny/package.json"), "utf8")).version).toBe("1.0.0")
    expect(readdirSync(join(path, ".build"))).toEqual([])
  },
)

it("a process manager with a channel to the process, such as pm2, does not prevent the install", async () => {
  const { url, serve } = await registry(archive())
  serve()
  const path = clone(archive())
  const { output } = await start(path, url, ["ipc"]).ended
  expect(output).toContain('There is no command "nothing"')
  expect(existsSync(join(path, "node_modules/tiny/package.json"))).toBe(true)
})
