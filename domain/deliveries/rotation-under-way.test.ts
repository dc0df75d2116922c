import { setTimeout as sleep } from "node:timers/promises"
import pLimit from "p-limit"
import { Webhook } from "standardwebhooks"
import { expect, it, onTestFinished, vi } from "vitest"
import { run } from "@/domain/operation"
import { type Received, receiver } from "@/domain/testing/receiver"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { rotateSecret } from "@/domain/webhooks/rotate-secret"
import { forgetSecrets } from "@/domain/webhooks/secrets"
import { sql } from "@/prisma/client"
import { leasesPerEndpoint } from "./leased"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { ask } from "./testing/rows-of"
import { deliverDue } from "./work"

ownDatabase()
// So many requests at once in one process; read when the first is made.
vi.stubEnv("WEBHOOK_CONCURRENCY", "1000")
vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")

/** At a time: there are ten connections. */
const few = pLimit(6)

/** Several rounds at once, as the loop of a serving process has them. */
const deliverAll = () =>
  Promise.all(Array.from({ length: 6 }, () => deliverDue({ until: new Date(Date.now() + 90_000) })))

type Endpoint = { id: string; team_id: string; team: Awaited<ReturnType<typeof freshTeam>>; secret: string }

/** 200 endpoints of five teams, five requests each at a time: a thousand. One receiver answers for all; the path is the endpoint's id. */
async function twoHundred(url: string): Promise<Endpoint[]> {
  const teams = await Promise.all(Array.from({ length: 5 }, () => freshTeam({ plan: "scale" })))
  const endpoints = teams.flatMap((team) =>
    Array.from({ length: 40 }, (_, place) =>
      few(async () => {
        const webhook = await freshWebhook(team, { url: `${url}/${team.id}/${place}` })
        return { ...webhook, team, team_id: team.id }
      }),
    ),
  )
  return Promise.all(endpoints)
}

const accepts = (secret: string | undefined) => {
  const verifier = new Webhook(secret ?? "")
  return ({ headers, body }: Received) => {
    try {
      return Boolean(verifier.verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }
}

it("rotates 200 secrets with a thousand requests under way: nobody refuses anything while both sign, nor takes the old one after", async () => {
  const all = Promise.withResolvers<void>()
  const rotated = Promise.withResolvers<void>()
  let underWay = 0
  let isRotated = false
  const { origin, requests, close } = await receiver(async (_, response) => {
    if (isRotated) return response.end()
    if (++underWay === 1_000) all.resolve()
    await all.promise
    response.writeHead(200).flushHeaders() // so that there are fifteen seconds, and not ten
    await rotated.promise
    response.end()
  })
  onTestFinished(close)
  const endpoints = await twoHundred(origin)
  for (const endpoint of endpoints) await freshDeliveries(endpoint, 2 * leasesPerEndpoint)
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
  await sleep(300) // what was signed before is there
  const signedBefore = requests.length
  isRotated = true
  rotated.resolve()
  await working
  expect(requests).toHaveLength(2_000)
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname
  const verifiers = new Map(
    (await ask<{ id: string; url: string }>(sql`select id, url from webhook_endpoint`)).map((endpoint) => {
      const old = endpoints.find(({ id }) => id === endpoint.id)?.secret
      return [pathOf(endpoint), { old: accepts(old), new: accepts(secrets.get(endpoint.id)) }] as const
    }),
  )
  const by = (which: "old" | "new") => (request: Received) => verifiers.get(request.path)?.[which](request)
  expect(requests.filter(by("old"))).toHaveLength(2_000)
  expect(signedBefore).toBeLessThan(1_500)
  expect(requests.slice(signedBefore).every(by("new"))).toBe(true)

  await ask(sql`update webhook_secret set expires_at = now() - interval '1 s' where expires_at is not null`)
  forgetSecrets()
  for (const endpoint of endpoints) await freshDeliveries(endpoint, 1)
  await deliverAll()
  const after = requests.slice(2_000)
  expect(after).toHaveLength(200)
  expect(after.filter(by("old"))).toEqual([])
  expect(after.filter(by("new"))).toHaveLength(200)
})
