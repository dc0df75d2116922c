import { setTimeout as sleep } from "node:timers/promises"
import pLimit from "p-limit"
import { Webhook } from "standardwebhooks"
import { expect, it, onTestFinished, vi } from "vitest"
import { run } from "@/domain/kernel/operation"
import { deadlines } from "@/domain/security/deadlines"
import { type Received, receiver } from "@/domain/testing/receiver"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { rotateSecret } from "@/domain/webhooks/rotate-secret"
import { clearSigningMaterial } from "@/domain/webhooks/signing-material"
import { sql } from "@/prisma/client"
import { deliverDue } from "./deliver-due"
import { maxInFlightPerEndpoint } from "./leased-delivery"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { queryRows } from "./testing/rows-of"

ownDatabase()
// Allows 1,000 concurrent requests in this process. The variable is read at the first request.
vi.stubEnv("WEBHOOK_CONCURRENCY", "1000")
vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
// On a busy machine, 200 rotations take longer than a request may wait for its response.
Object.assign(deadlines, { firstByteMs: 300_000, totalMs: 300_000 })

/** At most six run concurrently, because the pool has ten connections. */
const few = pLimit(6)

/** Runs several delivery loops concurrently, like a process in production. */
const deliverAll = () =>
  Promise.all(Array.from({ length: 6 }, () => deliverDue({ signal: AbortSignal.timeout(300_000) })))

type Endpoint = { id: string; team_id: string; team: Awaited<ReturnType<typeof freshTeam>>; secret: string }

/**
 * Creates 200 endpoints of five teams. With five requests each that is 1,000 at a time. One receiver serves all; the
 * path identifies the endpoint.
 */
async function twoHundred(url: string): Promise<Endpoint[]> {
  const teams = await Promise.all(Array.from({ length: 5 }, () => freshTeam({ plan: "scale" })))
  const endpoints = teams.flatMap((team) =>
    Array.from({ length: 40 }, (_, index) =>
      few(async () => {
        const webhook = await freshWebhook(team, { url: `${url}/${team.id}/${index}` })
        return { ...webhook, team, team_id: team.id }
      }),
    ),
  )
  return Promise.all(endpoints)
}

function accepts(secret: string | undefined) {
  const verifier = new Webhook(secret ?? "")
  return ({ headers, body }: Received) => {
    try {
      return Boolean(verifier.verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }
}

it("rotates 200 secrets with 1,000 requests in flight: both secrets are valid in the overlap, the old one not after it", async () => {
  const all = Promise.withResolvers<void>()
  const rotated = Promise.withResolvers<void>()
  let inFlight = 0
  let isRotated = false
  const { origin, requests, close } = await receiver(async (_, response) => {
    if (isRotated) return response.end()
    if (++inFlight === 1_000) all.resolve()
    await all.promise
    await rotated.promise
    response.end()
  })
  onTestFinished(close)
  const endpoints = await twoHundred(origin)
  for (const endpoint of endpoints) await freshDeliveries(endpoint, 2 * maxInFlightPerEndpoint)
  const working = deliverAll()
  await all.promise
  const secrets = new Map<string, string>()
  await Promise.all(
    endpoints.map(({ id, team }) =>
      few(async () => {
        const { data } = await run(rotateSecret, asPerson(team), { webhook_id: id, overlap_hours: 24 } as never)
        secrets.set(id, data.secret)
      }),
    ),
  )
  await sleep(300) // requests signed before have arrived by now
  const signedBefore = requests.length
  isRotated = true
  rotated.resolve()
  await working
  expect(requests).toHaveLength(2_000)
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname
  const verifiers = new Map(
    (await queryRows<{ id: string; url: string }>(sql`select id, url from webhook_endpoint`)).map((endpoint) => {
      const old = endpoints.find(({ id }) => id === endpoint.id)?.secret
      return [pathOf(endpoint), { old: accepts(old), new: accepts(secrets.get(endpoint.id)) }] as const
    }),
  )
  const by = (which: "old" | "new") => (request: Received) => verifiers.get(request.path)?.[which](request)
  expect(requests.filter(by("old"))).toHaveLength(2_000)
  expect(signedBefore).toBeLessThan(1_500)
  expect(requests.slice(signedBefore).every(by("new"))).toBe(true)

  await queryRows(sql`update webhook_secret set expires_at = now() - interval '1 s' where expires_at is not null`)
  clearSigningMaterial()
  for (const endpoint of endpoints) await freshDeliveries(endpoint, 1)
  await deliverAll()
  const after = requests.slice(2_000)
  expect(after).toHaveLength(200)
  expect(after.filter(by("old"))).toEqual([])
  expect(after.filter(by("new"))).toHaveLength(200)
})
