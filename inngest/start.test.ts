import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { leaseToken } from "@/domain/deliveries/lease-holder"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { newId } from "@/domain/ids"
import { reportLeak } from "@/domain/keys/report-leak"
import { log } from "@/domain/log"
import { run } from "@/domain/operation"
import { createRecovery } from "@/domain/recoveries/create"
import { freshKey } from "@/domain/testing/key"
import { freshMember } from "@/domain/testing/person"
import { receiver } from "@/domain/testing/receiver"
import { freshTeam } from "@/domain/testing/team"
import { freshAttempt, freshWebhook } from "@/domain/testing/webhook"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { startMailServer } from "@/server/auth/testing/mail-server"
import { backgroundWork, strike } from "./testing/background"

ownDatabase()

/** An endpoint on this machine, and what arrives there. */
async function listening(answer?: Parameters<typeof receiver>[0]) {
  const team = await freshTeam()
  const { requests, url, close } = await receiver(answer)
  onTestFinished(close)
  const { id } = await freshWebhook(team, { url })
  return { team, requests, endpoint: { id, team_id: team.id } }
}

const statesOf = ({ id, team_id }: { id: string; team_id: string }) =>
  inTeam(team_id, () =>
    rows<{ state: string }>(sql`SELECT state FROM webhook_delivery WHERE endpoint_id = ${id} ORDER BY id`),
  ).then((found) => found.map(({ state }) => state))

const runsOf = (id: string) =>
  rows<{ state: string }>(sql`SELECT state FROM engine_run WHERE function_id = ${`signalbox-${id}`}`)

test("what is committed is sent, without anybody being asked", async () => {
  const { requests, endpoint } = await listening()
  await backgroundWork()
  await freshDeliveries(endpoint)
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(1)
})

test("what was committed while nobody ran is sent by the next start", async () => {
  const { endpoint } = await listening()
  await freshDeliveries(endpoint, 20)
  await backgroundWork()
  await expect.poll(() => statesOf(endpoint)).toEqual(Array(20).fill("succeeded"))
})

test("a steady flow of 60 deliveries takes few runs of the function, not one each", async () => {
  const { requests, endpoint } = await listening()
  await backgroundWork()
  const before = (await runsOf("deliver")).length
  for (let message = 0; message < 60; message++) {
    await freshDeliveries(endpoint)
    await sleep(10)
  }
  await expect.poll(() => requests.length).toBe(60)
  expect((await runsOf("deliver")).length - before).toBeLessThanOrEqual(15)
})

test("a retry comes when it is due, though nothing else happens", async () => {
  const statuses = [500, 200]
  const { requests, endpoint } = await listening((_, response) => response.writeHead(statuses.shift() ?? 200).end())
  await backgroundWork()
  await freshDeliveries(endpoint)
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(2)
})

test("the sweep finds what was leased by a process that is gone, and has it sent", async () => {
  const { requests, endpoint } = await listening()
  await backgroundWork()
  await strike("sweep")
  await expect.poll(async () => (await runsOf("sweep")).length).toBeGreaterThan(0)
  await freshDeliveries(endpoint, 1, { state: "held" })
  await inTeam(endpoint.team_id, () =>
    rows(sql`UPDATE webhook_delivery SET state = 'leased', lease_token = gen_random_uuid(), leased_until = now() - interval '1 s',
      next_attempt_at = now() - interval '1 s' WHERE endpoint_id = ${endpoint.id}`),
  )
  await strike("sweep")
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(1)
})

test("what a process had leased that is gone is sent within seconds, long before its lease ends", async () => {
  const { requests, endpoint } = await listening()
  await freshDeliveries(endpoint, 1, { state: "leased" })
  const nobody = 1
  await inTeam(endpoint.team_id, () =>
    rows(sql`UPDATE webhook_delivery SET lease_token = ${leaseToken(nobody)}::uuid,
      leased_until = now() + interval '1 hour', next_attempt_at = now() WHERE endpoint_id = ${endpoint.id}`),
  )
  await backgroundWork()
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(1)
})

test("the hourly job expires deliveries that were held for 30 days", async () => {
  const { endpoint } = await listening()
  await backgroundWork()
  await freshDeliveries(endpoint, 1, { state: "held" })
  await inTeam(endpoint.team_id, () =>
    rows(sql`UPDATE webhook_delivery SET created_at = now() - interval '31 days' WHERE endpoint_id = ${endpoint.id}`),
  )
  await strike("prune")
  await expect.poll(() => statesOf(endpoint)).toEqual(["expired"])
  const ended = () => rows(sql`SELECT id FROM engine_run WHERE function_id = 'signalbox-prune' AND state = 'completed'`)
  await expect.poll(async () => (await ended()).length).toBe(1)
})

test("a table that cannot be cleaned does not stop the others, and the log names it", async () => {
  const { endpoint } = await listening()
  await backgroundWork()
  const logged = vi.spyOn(log, "error").mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  await rows(sql`INSERT INTO engine_once (key, expires_at) VALUES ('expired', now() - interval '1 h')`)
  vi.stubEnv("SIGNALBOX_RETENTION_DAYS", '{"audit":1}') // read by each rule that has days; the start refuses it
  await strike("prune")
  const ended = () => rows(sql`SELECT id FROM engine_run WHERE function_id = 'signalbox-prune' AND state = 'failed'`)
  await expect.poll(async () => (await ended()).length).toBe(1)
  const tables = logged.mock.calls.flatMap(([about]) => (about as unknown as { table?: string }).table ?? [])
  expect(tables).toContain("audit_entry")
  expect(await rows(sql`SELECT key FROM engine_once WHERE key = 'expired'`)).toEqual([])
  expect(await statesOf(endpoint)).toEqual([])
})

test("a stop waits for the request in flight and starts nothing more", async () => {
  const respond = Promise.withResolvers<void>()
  const { requests, endpoint } = await listening(async (_, response) => {
    await respond.promise
    response.end()
  })
  const { stop } = await backgroundWork()
  await freshDeliveries(endpoint)
  await expect.poll(() => requests.length).toBe(1)
  const stopping = stop()
  respond.resolve()
  await stopping
  await freshDeliveries(endpoint)
  expect((await statesOf(endpoint)).toSorted()).toEqual(["pending", "succeeded"])
})

test("a recovery is carried out as soon as it is asked for", async () => {
  const { team, requests, endpoint } = await listening()
  await backgroundWork()
  await freshDeliveries(endpoint, 30, { state: "exhausted" })
  const since = new Date(Date.now() - 60_000).toISOString()
  const input = { webhook_id: endpoint.id, since, states: ["exhausted" as const] }
  const { data } = await run(createRecovery, await freshMember(team, "admin"), input)
  expect(data.count).toBe(30)
  await expect.poll(() => requests.length).toBe(30)
  const [recovery] = await inTeam(team.id, () =>
    rows<{ state: string; done: number }>(sql`SELECT state, done FROM webhook_recovery`),
  )
  expect(recovery).toEqual({ state: "completed", done: 30 })
})

test("what lasts at an endpoint is told once, and mailed with a link that leads there", async () => {
  const mail = await startMailServer()
  onTestFinished(async () => void (await mail.stop()))
  vi.stubEnv("SMTP_URL", mail.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  const { team, endpoint } = await listening()
  await freshMember(team, "admin")
  await backgroundWork()
  await inTeam(team.id, () =>
    rows(sql`INSERT INTO webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, status)
      SELECT 'att_' || n, ${team.id}, 'dlv_' || n, ${endpoint.id}, 'msg_' || n, 'signal.created', 1, 'auto', 'failed', 'https://x.example', 500
      FROM generate_series(1, 20) n`),
  )
  const before = (await runsOf("watch")).length // its clock strikes each five minutes, also while this file runs
  for (let times = 0; times < 2; times++) await strike("watch")
  await expect.poll(() => mail.letters.length).toBe(1)
  await strike("watch")
  const ended = async () => (await runsOf("watch")).filter(({ state }) => state === "completed").length
  await expect.poll(ended).toBeGreaterThanOrEqual(before + 3)
  expect(mail.letters).toHaveLength(1)
  expect(mail.letters[0]).toContain("0 of 20 attempts in the last hour succeeded (0.0%)")
  expect(mail.letters[0]).toContain(`/${team.slug}/settings/api/webhooks/${endpoint.id}`)
})

test("the hours that are over are counted for the charts", async () => {
  const { team, endpoint } = await listening()
  await freshAttempt(team, endpoint.id, { started_at: new Date(Date.now() - 3 * 3_600_000) })
  await backgroundWork()
  await strike("count-hours")
  const hours = () =>
    inTeam(team.id, () => rows(sql`SELECT attempts FROM webhook_attempt_hour WHERE endpoint_id = ${endpoint.id}`))
  await expect.poll(hours).toEqual([{ attempts: 1 }])
})

test("a key that was sent in a URL is reported to owners and admins by email, once each and without the key", async () => {
  const mail = await startMailServer()
  onTestFinished(async () => void (await mail.stop()))
  vi.stubEnv("SMTP_URL", mail.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  const team = await freshTeam()
  await freshMember(team, "viewer")
  const told = [await freshMember(team, "owner"), await freshMember(team, "admin")]
  const { id, secret } = await freshKey(team)
  await reportLeak(`/${team.slug}?key=${secret}`, { ip: "203.0.113.9", userAgent: null })
  await backgroundWork()
  for (let times = 0; times < 2; times++) await strike("sweep")
  const mailed = () =>
    acrossTeams(() => rows(sql`SELECT id FROM api_key WHERE id = ${id} AND leak_mailed_at IS NOT NULL`))
  await expect.poll(async () => (await mailed()).length, { timeout: 10_000 }).toBe(1)
  expect(mail.letters).toHaveLength(2)
  for (const { actor } of told) expect(mail.letters.join("\n")).toContain(actor.id.toLowerCase())
  expect(mail.letters[0]).toContain(`/${team.slug}/settings/api/keys/${id}`)
  expect(mail.letters.join()).not.toContain(secret.slice(9, 39))
})

test("a notice is mailed to owners and admins, once each", async () => {
  const mail = await startMailServer()
  onTestFinished(async () => void (await mail.stop()))
  vi.stubEnv("SMTP_URL", mail.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  const { team, endpoint } = await listening()
  await freshMember(team, "viewer")
  const told = [await freshMember(team, "owner"), await freshMember(team, "admin")]
  await backgroundWork()
  await inTeam(team.id, () =>
    rows(sql`INSERT INTO webhook_notice (id, team_id, endpoint_id, kind, detail)
      VALUES (${newId("notice")}, ${team.id}, ${endpoint.id}, 'gone', 'The receiver answered 410.')`),
  )
  const mailed = () =>
    acrossTeams(() => rows(sql`SELECT id FROM webhook_notice WHERE team_id = ${team.id} AND mailed_at IS NOT NULL`))
  await expect.poll(async () => (await mailed()).length).toBe(1)
  expect(mail.letters).toHaveLength(2)
  for (const { actor } of told) expect(mail.letters.join("\n")).toContain(actor.id.toLowerCase())
  expect(mail.letters[0]).toContain("The receiver answered 410.")
})
