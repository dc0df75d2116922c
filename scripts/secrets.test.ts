/** Tests `npm run secrets` as a separate process, on a database whose keys.json is lost. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, it, onTestFinished } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { freePort } from "./free-port"
import { newSecrets } from "./key-file"
import { startCommand } from "./testing/command"

ownDatabase()

let dataDir = ""
const keyFile = () => join(dataDir, "keys.json")

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signalbox-secrets-"))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
})

/** Runs the command and returns its exit code and everything that it printed. */
async function secrets(command: string, env: Record<string, string> = {}) {
  const DATABASE_URL = process.env["DATABASE_URL"] ?? ""
  const { ended, printed } = startCommand("secrets", [command, "--data-dir", dataDir], {
    env: { DATABASE_URL, ...env },
  })
  return { code: await ended, text: printed.out + printed.err }
}

it("replace-lost creates and records new secrets only when keys.json is lost", async () => {
  expect(await secrets("accept", newSecrets())).toMatchObject({ code: 0 })
  const lost = await secrets("status")
  expect(lost.code).toBe(1)
  expect(lost.text).toContain("npm run secrets -- replace-lost")

  const replaced = await secrets("replace-lost")
  expect(replaced.text).toContain("Recorded the current secrets. Restart every process.")
  expect(replaced.code).toBe(0)
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  const content = readFileSync(keyFile(), "utf8")
  for (const secret of Object.values(JSON.parse(content))) expect(replaced.text).not.toContain(secret)
  expect(await secrets("status")).toMatchObject({ code: 0, text: expect.stringContaining("match those that this") })

  const again = await secrets("replace-lost")
  expect(again.code).toBe(1)
  expect(again.text).toContain("keys.json is not lost")
  expect(readFileSync(keyFile(), "utf8")).toBe(content)
})

it("replace-lost leaves no keys.json behind when the database is unreachable", async () => {
  const { code } = await secrets("replace-lost", {
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none`,
  })
  expect(code).toBe(1)
  expect(existsSync(keyFile())).toBe(false)
})
