import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma } from "@/prisma/client"
import { rotateSecret } from "./rotate-secret"
import { secretText, signatureHeader } from "./signature"
import { clearSigningMaterial, signingMaterialOf } from "./signing-material"

const rotate = async (team: TeamFacts, webhook_id: string, overlap_hours?: number) =>
  (await run(rotateSecret, asPerson(team), { webhook_id, overlap_hours } as never)).data
const live = async (id: string) => (await signingMaterialOf(id)).secrets.map(secretText)

/** A request, signed as a worker signs it now. */
async function signed(endpointId: string, body: string) {
  const id = "msg_1"
  const at = Math.floor(Date.now() / 1_000)
  const signature = signatureHeader(id, at, body, await signingMaterialOf(endpointId))
  return { body, headers: { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signature } }
}
type Signed = Awaited<ReturnType<typeof signed>>

function isTaken(secret: string, { body, headers }: Signed) {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

describe("webhooks.rotateSecret", () => {
  it("signs with the new secret first, and with the old one for a day", async () => {
    const team = await freshTeam()
    const { id, secret: old } = await freshWebhook(team)
    const { webhook, secret } = await rotate(team, id)
    expect(await live(id)).toEqual([secret, old])
    expect(webhook.secrets.map(({ version }) => version)).toEqual([2, 1])
    const left = Date.parse(webhook.secrets[1]?.expires_at ?? "") - Date.now()
    expect(Math.abs(left - 24 * 3_600_000)).toBeLessThan(60_000)
  })

  it("causes no rejection during 1,000 requests: receivers with the old or the new secret accept all", async () => {
    const team = await freshTeam()
    const { id, secret: old } = await freshWebhook(team)
    const send = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => signed(id, `{"n":${i}}`)))
    const before = await send(300)
    const [during, rotated] = await Promise.all([send(400), rotate(team, id, 1)])
    const after = await send(300)
    expect([...before, ...during, ...after].filter((request) => !isTaken(old, request))).toEqual([])
    expect(after.filter((request) => !isTaken(rotated.secret, request))).toEqual([])
    await inTeam(
      team.id,
      () => prisma.$executeRaw`update webhook_secret set expires_at = now() where team_id = ${team.id} and version = 1`,
    )
    clearSigningMaterial()
    const over = await send(300)
    expect(over.filter((request) => isTaken(old, request))).toEqual([])
    expect(over.filter((request) => !isTaken(rotated.secret, request))).toEqual([])
  })

  it("deletes every older secret immediately with an overlap of 0 hours", async () => {
    const team = await freshTeam()
    const { id, secret: stolen } = await freshWebhook(team)
    const { secret: second } = await rotate(team, id)
    const { secret } = await rotate(team, id, 0)
    expect(await live(id)).toEqual([secret])
    const request = await signed(id, "{}")
    expect([stolen, second, secret].map((s) => isTaken(s, request))).toEqual([false, false, true])
    expect(await inTeam(team.id, () => prisma.webhookSecret.count({ where: { team_id: team.id } }))).toBe(1)
  })

  it("allows at most three valid secrets, and never extends the end of one", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    const first = await rotate(team, id, 1)
    const { webhook } = await rotate(team, id, 168)
    expect(webhook.secrets.map(({ version }) => version)).toEqual([3, 2, 1])
    expect(webhook.secrets[2]?.expires_at).toBe(first.webhook.secrets[1]?.expires_at)
    const secrets = await live(id)
    await expect(rotate(team, id)).rejects.toMatchObject({ code: "state_conflict" })
    clearSigningMaterial()
    expect(await live(id)).toEqual(secrets)
    await inTeam(
      team.id,
      () => prisma.$executeRaw`update webhook_secret set expires_at = now() where team_id = ${team.id} and version = 1`,
    )
    expect((await rotate(team, id)).webhook.secrets.map(({ version }) => version)).toEqual([4, 3, 2])
  })

  it("rejects an overlap of more than a week or of a fraction of an hour", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    for (const hours of [-1, 169, 0.5])
      await expect(rotate(team, id, hours)).rejects.toMatchObject({ code: "parameter_invalid" })
  })

  it("writes an audit entry without the secret", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    const { secret } = await rotate(team, id, 2)
    const { data } = await run(listAudit, asPerson(team), { action: "endpoint.secret_rotated" })
    expect(data).toMatchObject([{ subject_id: id, after: { version: 2, overlap_hours: 2 } }])
    expect(JSON.stringify(data)).not.toContain(secret.slice(6))
  })
})
