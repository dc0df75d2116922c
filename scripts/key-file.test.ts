import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, it, onTestFinished } from "vitest"
import { loadSecrets, newSecrets, requireSecrets } from "./key-file"

const nothing = { NODE_ENV: "test" as const }
let dataDir = ""
const installation = (hasDatabase = false) => ({ dataDir, hasDatabase: async () => hasDatabase })

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signalbox-secrets-"))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
})

it("creates the secrets of an installation once, in a file that only its owner can read", async () => {
  const secrets = await loadSecrets(installation(), nothing)
  expect(await loadSecrets(installation(true), nothing)).toEqual(secrets)
  expect(statSync(join(dataDir, "keys.json")).mode & 0o777).toBe(0o600)
  expect(new Set(Object.values(secrets)).size).toBe(3)
  expect(secrets.SIGNALBOX_ENCRYPTION_KEYS).toMatch(/^1:[A-Za-z0-9+/]{43}=$/)
})

it("does not replace secrets that the environment sets", async () => {
  const secrets = await loadSecrets(installation(), { ...nothing, SIGNALBOX_KEY_PEPPER: "mine" })
  expect(secrets).not.toHaveProperty("SIGNALBOX_KEY_PEPPER")
})

it("creates no secrets when there is a database that was used with others", async () => {
  await expect(loadSecrets(installation(true), nothing)).rejects.toThrow(/Restore .*keys\.json from your backup/)
  expect(existsSync(join(dataDir, "keys.json"))).toBe(false)
})

it.each([
  ["", "is not JSON"],
  ['{"NEXTAUTH_SECRET": "abc', "is not JSON"],
  ["null", "is not JSON"],
  ['{"NEXTAUTH_SECRET": "abc"}', "lacks SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS"],
])("a damaged key file (%s) is reported in one sentence that says what to do", async (content, what) => {
  writeFileSync(join(dataDir, "keys.json"), content)
  const message = `${join(dataDir, "keys.json")} is damaged: it ${what}. Restore it from your backup, or move it away and run: npm run secrets -- replace-lost`
  await expect(loadSecrets(installation(true), nothing)).rejects.toMatchObject({ name: "UserError", message })
  expect(readFileSync(join(dataDir, "keys.json"), "utf8")).toBe(content)
})

it("production names every secret that is missing", () => {
  const missing = () => requireSecrets({ ...nothing, NEXTAUTH_SECRET: "set" })
  expect(missing).toThrow(/^SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS must be set/)
})

it("production accepts random secrets in every usual encoding", () => {
  for (let i = 0; i < 200; i++) {
    expect(() => requireSecrets({ ...nothing, ...newSecrets() })).not.toThrow()
    const NEXTAUTH_SECRET = randomBytes(16).toString("hex")
    const SIGNALBOX_KEY_PEPPER = randomBytes(32).toString("base64")
    expect(() => requireSecrets({ ...nothing, ...newSecrets(), NEXTAUTH_SECRET, SIGNALBOX_KEY_PEPPER })).not.toThrow()
  }
})

const ring = (key: Buffer) => `1:${key.toString("base64")}`

it.each([
  ["NEXTAUTH_SECRET", "x", /^NEXTAUTH_SECRET has 1 characters instead of at least 32\./],
  ["SIGNALBOX_KEY_PEPPER", "a".repeat(40), /follows a pattern/],
  ["SIGNALBOX_KEY_PEPPER", "0123456789abcdef0123456789abcdef", /follows a pattern/],
  ["SIGNALBOX_KEY_PEPPER", "abcdefghijklmnopqrstuvwxyz0123456789", /follows a pattern/],
  ["NEXTAUTH_SECRET", "please-change-me-please-change-me-1", /is a placeholder/],
  ["SIGNALBOX_ENCRYPTION_KEYS", ring(Buffer.alloc(32)), /follows a pattern/],
  ["SIGNALBOX_ENCRYPTION_KEYS", ring(Buffer.from("abcdefghijklmnopqrstuvwxyz012345")), /follows a pattern/],
  ["SIGNALBOX_ENCRYPTION_KEYS", `${newSecrets().SIGNALBOX_ENCRYPTION_KEYS},2:short`, /has 5 characters/],
])("production refuses a weak %s: %s", (name, secret, reason) => {
  const refused = () => requireSecrets({ ...nothing, ...newSecrets(), [name]: secret })
  expect(refused).toThrow(reason)
  if (secret.length > 5) expect(refused).not.toThrow(secret)
})

it("production refuses the example secrets of the documentation", () => {
  for (const file of [".env.example", "docs/self-hosting.md", "compose.yaml"])
    for (const [, name = "", value = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:# )?(NEXTAUTH_SECRET|SIGNALBOX_KEY_PEPPER|SIGNALBOX_ENCRYPTION_KEYS)=(.*)$/gm,
    ))
      expect(() => requireSecrets({ ...nothing, ...newSecrets(), [name]: value }), `${file}: ${value}`).toThrow()
})
