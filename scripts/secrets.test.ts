import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { demandSecrets, ownSecrets } from "./secrets"

const nothing = { NODE_ENV: "test" as const }
let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-secrets-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

test("an installation makes its secrets once, for its owner only", () => {
  const made = ownSecrets(folder, nothing)
  expect(ownSecrets(folder, nothing)).toEqual(made)
  expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600)
  expect(new Set(Object.values(made)).size).toBe(3)
  expect(made.SIGNALBOX_ENCRYPTION_KEYS).toMatch(/^1:[A-Za-z0-9+/]{43}=$/)
})

test("what the environment sets is not replaced", () => {
  expect(ownSecrets(folder, { ...nothing, SIGNALBOX_KEY_PEPPER: "mine" })).not.toHaveProperty("SIGNALBOX_KEY_PEPPER")
})

test("production names every secret that is missing", () => {
  const missing = () => demandSecrets({ ...nothing, NEXTAUTH_SECRET: "set" })
  expect(missing).toThrow(/^SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS must be set/)
})
