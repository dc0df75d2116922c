import { createPublicKey } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal } from "@/domain/security/vault"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import * as client from "@/prisma/client"
import { inTeam, prisma } from "@/prisma/client"
import { createSecret } from "./secret"
import { secretText } from "./signature"
import { createSigningKey, requireSigningKey, storedSigningKeys } from "./signing-key"
import {
  clearSigningMaterial,
  prefetchSigningMaterial,
  signingMaterialCacheMs,
  signingMaterialOf,
} from "./signing-material"

const textsOf = async (id: string) => (await signingMaterialOf(id)).secrets.map(secretText)
const change = <T>(team: TeamFacts, work: (tx: client.Prisma.TransactionClient) => Promise<T>) =>
  inTeam(team.id, () => prisma.$transaction(work))

const nextSecret = (team: TeamFacts, endpoint_id: string, version: number) =>
  change(team, (tx) => createSecret(tx, { team_id: team.id, endpoint_id, version }))

/** Ends the secret of this version `ms` from now. */
const endIn = (team: TeamFacts, endpoint_id: string, version: number, ms: number) =>
  change(team, async (tx) => {
    await tx.$executeRaw`update webhook_secret set expires_at = now() + ${`${ms} milliseconds`}::interval
      where team_id = ${team.id} and endpoint_id = ${endpoint_id} and version = ${version}`
    clearSigningMaterial()
  })

afterEach(() => vi.useRealTimers())

describe("the secrets of an endpoint", () => {
  it("are all valid secrets, newest first", async () => {
    const team = await freshTeam()
    const { id, secret } = await freshWebhook(team)
    const second = await nextSecret(team, id, 2)
    const third = await nextSecret(team, id, 3)
    expect(await textsOf(id)).toEqual([third, second, secret])
    await endIn(team, id, 2, -1)
    expect(await textsOf(id)).toEqual([third, secret])
  })

  it("are encrypted in the database", async () => {
    const team = await freshTeam()
    const { secret } = await freshWebhook(team)
    const stored = await inTeam(team.id, () => prisma.webhookSecret.findMany({ where: { team_id: team.id } }))
    expect(stored).toHaveLength(1)
    const bytes = Buffer.from(stored[0]?.sealed as Uint8Array)
    expect(bytes.includes(secret) || bytes.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false)
  })

  it("need one query per two seconds, and are read again after that", async () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    const { id, secret } = await freshWebhook(await freshTeam())
    const query = vi.spyOn(client.database().pool, "execute")
    for (let i = 0; i < 10; i++) expect(await textsOf(id)).toEqual([secret])
    expect(query).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(signingMaterialCacheMs)
    await textsOf(id)
    expect(query).toHaveBeenCalledTimes(2)
    query.mockRestore()
  })

  it("of many endpoints need one query, also while it is running", async () => {
    const team = await freshTeam()
    const endpoints = await Promise.all([freshWebhook(team), freshWebhook(team), freshWebhook(await freshTeam())])
    const query = vi.spyOn(client.database().pool, "execute")
    prefetchSigningMaterial(endpoints.flatMap(({ id }) => [id, id]))
    for (const { id, secret } of endpoints) expect(await textsOf(id)).toEqual([secret])
    prefetchSigningMaterial(endpoints.map(({ id }) => id))
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
  })

  it("are read again after a failed query, which fails for every caller that waited for it", async () => {
    const { id, secret } = await freshWebhook(await freshTeam())
    vi.spyOn(client.database().pool, "execute").mockRejectedValueOnce(new Error("away"))
    prefetchSigningMaterial([id])
    await expect(Promise.all([signingMaterialOf(id), signingMaterialOf(id)])).rejects.toThrow("away")
    expect(await textsOf(id)).toEqual([secret])
    vi.restoreAllMocks()
  })

  it("end on time even if they are cached", async () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    const team = await freshTeam()
    const { id, secret } = await freshWebhook(team)
    const second = await nextSecret(team, id, 2)
    await endIn(team, id, 1, 1_000)
    expect(await textsOf(id)).toEqual([second, secret])
    vi.advanceTimersByTime(1_000)
    expect(await textsOf(id)).toEqual([second])
  })

  it("do not return from a query that started before they ended", async () => {
    const team = await freshTeam()
    const { id, secret } = await freshWebhook(team)
    const second = await nextSecret(team, id, 2)
    const { pool } = client.database()
    const execute = pool.execute.bind(pool) as unknown as (query: unknown) => Promise<unknown>
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    vi.spyOn(pool, "execute").mockImplementationOnce((async (query: unknown) => {
      const answer = await execute(query)
      asked.resolve()
      await gate.promise
      return answer
    }) as never)
    const early = textsOf(id)
    await asked.promise
    await endIn(team, id, 1, -1)
    gate.resolve()
    expect(await early).toEqual([second, secret])
    expect(await textsOf(id)).toEqual([second])
    vi.restoreAllMocks()
  })

  it("are empty for an endpoint that is deleted or never existed", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { deleted_at: new Date() })
    for (const endpoint of [id, "ep_01JD3Y8F5V6Q2K9M4N7P0R1S2T"])
      expect(await signingMaterialOf(endpoint)).toEqual({
        url: null,
        secrets: [],
        ed25519: [],
        headers: {},
        isDeleted: true,
      })
  })

  it("come with the custom headers of the endpoint", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    const headers = { "x-tenant": "42", authorization: "Basic abc" }
    await change(team, (tx) =>
      tx.webhookEndpoint.updateMany({
        where: { team_id: team.id, id },
        data: { headers_sealed: seal(JSON.stringify(headers), sealedColumns.webhookHeaders.associatedData({ id })) },
      }),
    )
    expect((await signingMaterialOf(id)).headers).toEqual(headers)
  })
})

describe("the team's ed25519 keys", () => {
  it("sign for endpoints that enable them, newest first, and for no other", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const plain = await freshWebhook(team)
    const asking = await freshWebhook(team, { signs_ed25519: true })
    await change(other, (tx) => createSigningKey(tx, other.id))
    await change(team, (tx) => requireSigningKey(tx, team.id))
    await change(team, (tx) => requireSigningKey(tx, team.id))
    const newest = await change(team, (tx) => createSigningKey(tx, team.id))
    const stored = await inTeam(team.id, () => storedSigningKeys(team.id))
    expect(stored).toHaveLength(2)
    expect(stored[0]?.id).toBe(newest)
    expect((await signingMaterialOf(plain.id)).ed25519).toEqual([])
    const publicKeys = (await signingMaterialOf(asking.id)).ed25519.map((key) =>
      Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url"),
    )
    expect(publicKeys).toEqual(stored.map(({ public_key }) => public_key))
  })
})
