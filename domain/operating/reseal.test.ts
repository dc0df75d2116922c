import { randomBytes } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { teamEngines } from "@/domain/ai-engines/team-engines"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal } from "@/domain/security/vault"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { rotateSecret } from "@/domain/webhooks/rotate-secret"
import { rotateSigningKey } from "@/domain/webhooks/rotate-signing-key"
import { clearSigningMaterial, signingMaterialOf } from "@/domain/webhooks/signing-material"
import { updateWebhook } from "@/domain/webhooks/update"
import { inTeam, prisma } from "@/prisma/client"
import { countSealed } from "./count-sealed"
import { reseal } from "./reseal"
import { deleteExpired } from "./retention"

ownDatabase()
const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`
const first = key("1")
const second = key("2")
function useRing(...keys: string[]) {
  vi.stubEnv("SIGNALBOX_ENCRYPTION_KEYS", keys.join())
  clearSigningMaterial()
}

beforeEach(async () => {
  useRing(first)
  for (const table of ["webhookSecret", "webhookSigningKey", "webhookEndpoint", "teamEngine"] as const)
    await inTeam("*", () => (prisma[table] as typeof prisma.webhookSecret).deleteMany({}))
})
afterEach(() => vi.unstubAllEnvs())

/** Creates a team with five encrypted values: two webhook secrets, custom headers, a signing key and an engine key. */
async function teamWithSecrets() {
  const team = await freshTeam()
  const { id } = await freshWebhook(team)
  await run(updateWebhook, asPerson(team), {
    webhook_id: id,
    signs_ed25519: true,
    headers: [{ name: "x-a", value: "1" }],
  })
  await run(rotateSecret, asPerson(team), { webhook_id: id } as never)
  const api_key = "sk-of-the-vendor"
  await run(setUpEngine, asPerson(team), { engine_id: "openai_api", api_key, is_enabled: true } as never)
  return { team, id }
}

describe("removing a key from the ring", () => {
  it("loses nothing after everything was re-encrypted with the new key", async () => {
    const { team, id } = await teamWithSecrets()
    const before = await signingMaterialOf(id)
    useRing(second, first)
    expect(await reseal()).toEqual({ resealed: 5, undecryptable: 0 })
    expect(await reseal()).toEqual({ resealed: 0, undecryptable: 0 })
    useRing(second)
    expect((await countSealed()).every(({ key_id }) => key_id === "2")).toBe(true)
    const engines = await inTeam(team.id, () => teamEngines(team.id, ["openai_api"]))
    expect(engines.get("openai_api")?.settings.apiKey).toBe("sk-of-the-vendor")
    const after = await signingMaterialOf(id)
    expect(after.secrets).toEqual(before.secrets)
    expect(after.headers).toEqual({ "x-a": "1" })
    expect(after.ed25519[0]?.equals(before.ed25519[0] as never)).toBe(true)
  })

  it("too early is logged, and the other values are re-encrypted", async () => {
    await teamWithSecrets()
    useRing(second)
    const { team, id } = await teamWithSecrets()
    useRing(key("3"), second)
    const logError = vi.spyOn(log, "error").mockReturnValue()
    expect(await reseal()).toEqual({ resealed: 5, undecryptable: 5 })
    expect(logError).toHaveBeenCalledTimes(5)
    expect((await signingMaterialOf(id)).secrets).toHaveLength(2)
    expect(await inTeam(team.id, () => prisma.webhookSecret.count())).toBe(2)
    logError.mockRestore()
  })
})

describe("the count of encrypted values", () => {
  it("covers every column, by the key that encrypted it", async () => {
    await teamWithSecrets()
    useRing(second, first)
    await teamWithSecrets()
    const counted = (key_id: string) => [
      { table: "team_engine", column: "key_sealed", key_id, count: 1 },
      { table: "webhook_endpoint", column: "headers_sealed", key_id, count: 1 },
      { table: "webhook_secret", column: "sealed", key_id, count: 2 },
      { table: "webhook_signing_key", column: "sealed", key_id, count: 1 },
    ]
    const found = await countSealed()
    expect(found).toHaveLength(8)
    expect(found).toEqual(expect.arrayContaining([...counted("1"), ...counted("2")]))
  })

  it("is complete for more rows than one page, and for composite primary keys", async () => {
    const team = await freshTeam()
    const associatedData = (engine_id: string) =>
      sealedColumns.engineKey.associatedData({ team_id: team.id, engine_id })
    const data = Array.from({ length: 7 }, (_, i) => `engine-${i}`).map((engine_id) => ({
      ...{ team_id: team.id, engine_id, model: "m", key_sealed: seal("key", associatedData(engine_id)) },
    }))
    await inTeam(team.id, () => prisma.teamEngine.createMany({ data }))
    useRing(second, first)
    expect(await reseal({ pageSize: 3 })).toEqual({ resealed: 7, undecryptable: 0 })
    expect(await countSealed()).toEqual([{ table: "team_engine", column: "key_sealed", key_id: "2", count: 7 }])
  })
})

describe("secrets and keys whose overlap has ended", () => {
  it("are deleted, and no others", async () => {
    const { team, id } = await teamWithSecrets()
    await run(rotateSigningKey, asPerson(team), { overlap_hours: 1 })
    const deleteExpiredSecrets = async () =>
      (await deleteExpired("webhook_secret")).deleted + (await deleteExpired("webhook_signing_key")).deleted
    expect(await deleteExpiredSecrets()).toBe(0)
    await inTeam(team.id, async () => {
      await prisma.$executeRaw`update webhook_secret set expires_at = now() - interval '1 s' where version = 1`
      await prisma.$executeRaw`update webhook_signing_key set expires_at = now() - interval '1 s' where expires_at is not null`
    })
    expect(await deleteExpiredSecrets()).toBe(2)
    const { secrets, ed25519 } = await signingMaterialOf(id)
    expect([secrets.length, ed25519.length]).toEqual([1, 1])
  })
})
