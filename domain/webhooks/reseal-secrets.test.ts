import { randomBytes } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { log } from "@/domain/log"
import { deleteExpired } from "@/domain/operating/delete-expired"
import { run } from "@/domain/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma } from "@/prisma/client"
import { resealSecrets } from "./reseal-secrets"
import { rotateSecret } from "./rotate-secret"
import { rotateSigningKey } from "./rotate-signing-key"
import { forgetSecrets, liveSecrets } from "./secrets"
import { updateWebhook } from "./update"

ownDatabase()
const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`
const [first, second] = [key("1"), key("2")]
const useRing = (...keys: string[]) => {
  vi.stubEnv("SIGNALBOX_ENCRYPTION_KEYS", keys.join())
  forgetSecrets()
}

beforeEach(async () => {
  useRing(first)
  for (const table of ["webhookSecret", "webhookSigningKey", "webhookEndpoint"] as const)
    await inTeam("*", () => (prisma[table] as typeof prisma.webhookSecret).deleteMany({}))
})
afterEach(() => vi.unstubAllEnvs())

async function furnished() {
  const team = await freshTeam()
  const { id } = await freshWebhook(team)
  await run(updateWebhook, asPerson(team), {
    webhook_id: id,
    signs_ed25519: true,
    headers: [{ name: "x-a", value: "1" }],
  })
  await run(rotateSecret, asPerson(team), { webhook_id: id } as never)
  return { team, id }
}

describe("taking a key out of the ring", () => {
  it("loses nothing once everything was moved to the new one", async () => {
    const { id } = await furnished()
    const before = await liveSecrets(id)
    useRing(second, first)
    expect(await resealSecrets()).toEqual({ moved: 4, kept: 0 })
    expect(await resealSecrets()).toEqual({ moved: 0, kept: 0 })
    useRing(second)
    const after = await liveSecrets(id)
    expect(after.secrets).toEqual(before.secrets)
    expect(after.headers).toEqual({ "x-a": "1" })
    expect(after.ed25519[0]?.equals(before.ed25519[0] as never)).toBe(true)
  })

  it("too early is told, and moves what it can", async () => {
    await furnished()
    useRing(second)
    const { team, id } = await furnished()
    useRing(key("3"), second)
    const told = vi.spyOn(log, "error").mockReturnValue()
    expect(await resealSecrets()).toEqual({ moved: 4, kept: 4 })
    expect(told).toHaveBeenCalledTimes(4)
    expect((await liveSecrets(id)).secrets).toHaveLength(2)
    expect(await inTeam(team.id, () => prisma.webhookSecret.count())).toBe(2)
    told.mockRestore()
  })
})

describe("secrets and keys whose overlap is over", () => {
  it("are erased, and no others", async () => {
    const { team, id } = await furnished()
    await run(rotateSigningKey, asPerson(team), { overlap_hours: 1 })
    const erase = async () =>
      (await deleteExpired("webhook_secret")).deleted + (await deleteExpired("webhook_signing_key")).deleted
    expect(await erase()).toBe(0)
    await inTeam(team.id, async () => {
      await prisma.$executeRaw`update webhook_secret set expires_at = now() - interval '1 s' where version = 1`
      await prisma.$executeRaw`update webhook_signing_key set expires_at = now() - interval '1 s' where expires_at is not null`
    })
    expect(await erase()).toBe(2)
    const { secrets, ed25519 } = await liveSecrets(id)
    expect([secrets.length, ed25519.length]).toEqual([1, 1])
  })
})
