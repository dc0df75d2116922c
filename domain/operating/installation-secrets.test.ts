import { randomBytes } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { acrossTeams, prisma } from "@/prisma/client"
import { acceptSecrets, secretMismatches } from "./installation-secrets"
import { reseal } from "./reseal"

ownDatabase()

const newPepper = () => randomBytes(32).toString("base64url")
const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`
const pepper = newPepper()
const first = newKey("1")
const second = newKey("2")

/** Simulates a process that starts with these secrets. */
function start(secrets: { pepper?: string; keys?: string[] } = {}) {
  vi.stubEnv("SIGNALBOX_KEY_PEPPER", secrets.pepper ?? pepper)
  vi.stubEnv("SIGNALBOX_ENCRYPTION_KEYS", (secrets.keys ?? [first]).join())
  const { signalboxProcessWide: values } = globalThis as { signalboxProcessWide?: Map<string, unknown> }
  values?.delete("secret:pepper")
  return secretMismatches()
}

beforeEach(async () => {
  await acrossTeams(async () => {
    await prisma.webhookSecret.deleteMany()
    await prisma.installationSecret.deleteMany()
  })
  expect(await start()).toEqual([])
})
afterEach(() => vi.unstubAllEnvs())

describe("the secrets of an installation", () => {
  it("are recorded at the first start as fingerprints that do not reveal them, and accepted afterwards", async () => {
    const recorded = await prisma.installationSecret.findMany({ orderBy: { name: "asc" } })
    expect(recorded.map(({ name }) => name)).toEqual(["encryption_key:1", "pepper"])
    for (const { fingerprint } of recorded) expect(fingerprint).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(recorded)).not.toContain(pepper)
    expect(await start()).toEqual([])
  })

  it("prevent a start with another pepper, which is not recorded", async () => {
    const other = newPepper()
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await start({ pepper: other })).toEqual([expect.stringMatching(/^SIGNALBOX_KEY_PEPPER is not the value/)])
    expect(await start()).toEqual([])
  })

  it("prevent a start with another key under an existing key id", async () => {
    expect(await start({ keys: [newKey("1")] })).toEqual([
      expect.stringMatching(/^The key "1" in SIGNALBOX_ENCRYPTION_KEYS is not the key "1"/),
    ])
  })

  it("prevent a start without a key that stored data is encrypted with, even before anything was recorded", async () => {
    await freshWebhook(await freshTeam())
    await freshWebhook(await freshTeam())
    const lacking = [expect.stringMatching(/does not contain the key "1", which encrypts 2 stored secrets/)]
    expect(await start({ keys: [second] })).toEqual(lacking)
    await prisma.installationSecret.deleteMany()
    expect(await start({ keys: [second] })).toEqual(lacking)
  })

  it("accept a new first key, and the removal of an old key after no data is encrypted with it", async () => {
    await freshWebhook(await freshTeam())
    expect(await start({ keys: [second, first] })).toEqual([])
    await reseal()
    expect(await start({ keys: [second] })).toEqual([])
    expect(await start({ keys: [second, newKey("1")] })).toEqual([])
  })

  it("can be changed deliberately", async () => {
    const other = newPepper()
    expect(await start({ pepper: other })).toHaveLength(1)
    await acceptSecrets()
    expect(await start({ pepper: other })).toEqual([])
    expect(await start()).toHaveLength(1)
  })

  it("are recorded once by processes that start at the same time", async () => {
    await prisma.installationSecret.deleteMany()
    const mismatches = await Promise.all([secretMismatches(), secretMismatches(), secretMismatches()])
    expect(mismatches.flat()).toEqual([])
    expect(await prisma.installationSecret.count()).toBe(2)
  })
})
