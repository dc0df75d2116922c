import { setTimeout as sleep } from "node:timers/promises"
import { expect, it, onTestFinished, vi } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { createLeaseToken } from "@/domain/kernel/process-lock"
import { reportLeak } from "@/domain/keys/report-leak"
import { createRecovery } from "@/domain/recoveries/create"
import { freshKey } from "@/domain/testing/key"
import { startMailServer } from "@/domain/testing/mail-server"
import { freshMember } from "@/domain/testing/person"
import { receiver } from "@/domain/testing/receiver"
import { freshTeam } from "@/domain/testing/team"
import { freshAttempt, freshWebhook } from "@/domain/testing/webhook"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { backgroundWork, triggerCron } from "./testing/background"

ownDatabase()

/** An endpoint on this machine, with the requests it receives. */
async function listening(handle?: Parameters<typeof receiver>[0]) {
  const team = await freshTeam()
  const { requests, url, close } = await receiver(handle)
  onTestFinished(close)
  const { id } = await freshWebhook(team, { url })
  return { team, requests, endpoint: { id, team_id: team.id } }
}

const statesOf = ({ id, team_id }: { id: string; team_id: string }) =>
  inTeam(team_id, () =>
    rows<{ state: string }>(sql`select state from webhook_delivery where endpoint_id = ${id} order by id`),
  ).then((found) => found.map(({ state }) => state))

const runsOf = (id: string) =>
  rows<{ state: string }>(sql`select state from engine_run where function_id = ${`signalbox-${id}`}`)

it("delivers an event as soon as it is committed", async () => {
  const { requests, endpoint } = await listening()
  await backgroundWork()
  await freshDeliveries(endpoint)
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(1)
})

it("delivers events committed while no process ran, at the next start", async () => {
  const { endpoint } = await listening()
  await freshDeliveries(endpoint, 20)
  await backgroundWork()
  await expect.poll(() => statesOf(endpoint)).toEqual(Array(20).fill("succeeded"))
})

it("delivers a steady flow of 60 events in a few runs of the function, not in one run each", async () => {
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

it("sends a retry when it is due, without any other activity", async () => {
  const statuses = [500, 200]
  const { requests, endpoint } = await listening((_, response) => response.writeHead(statuses.shift() ?? 200).end())
  await backgroundWork()
  await freshDeliveries(endpoint)
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(2)
})

it("the sweep delivers what an ended process had leased, after the lease has expired", async () => {
  const { requests, endpoint } = await listening()
  await backgroundWork()
  await triggerCron("sweep")
  await expect.poll(async () => (await runsOf("sweep")).length).toBeGreaterThan(0)
  await freshDeliveries(endpoint, 1, { state: "held" })
  await inTeam(endpoint.team_id, () =>
    rows(sql`update webhook_delivery set state = 'leased', lease_token = gen_random_uuid(), leased_until = now() - interval '1 s',
      next_attempt_at = now() - interval '1 s' where endpoint_id = ${endpoint.id}`),
  )
  await triggerCron("sweep")
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(1)
})

it("delivers what an ended process had leased within seconds, long before the lease expires", async () => {
  const { requests, endpoint } = await listening()
  await freshDeliveries(endpoint, 1, { state: "leased" })
  const endedProcess = 1
  await inTeam(endpoint.team_id, () =>
    rows(sql`update webhook_delivery set lease_token = ${createLeaseToken(endedProcess)}::uuid,
      leased_until = now() + interval '1 hour', next_attempt_at = now() where endpoint_id = ${endpoint.id}`),
  )
  await backgroundWork()
  await expect.poll(() => statesOf(endpoint)).toEqual(["succeeded"])
  expect(requests).toHaveLength(1)
})

it("the hourly job expires held deliveries that were created 30 days ago", async () => {
  const { endpoint } = await listening()
  await backgroundWork()
  await freshDeliveries(endpoint, 1, { state: "held" })
  await inTeam(endpoint.team_id, () =>
    rows(sql`update webhook_delivery set created_at = now() - interval '31 days' where endpoint_id = ${endpoint.id}`),
  )
  await triggerCron("prune")
  await expect.poll(() => statesOf(endpoint)).toEqual(["expired"])
  const ended = () => rows(sql`select id from engine_run where function_id = 'signalbox-prune' and state = 'completed'`)
  await expect.poll(async () => (await ended()).length).toBe(1)
})

it("when one table cannot be pruned, the others are pruned and the log names the table", async () => {
  const { endpoint } = await listening()
  // Before the start, because at minute 17 of an hour the engine starts a run by itself.
  vi.stubEnv("SIGNALBOX_RETENTION_DAYS", '{"audit":1}') // each retention rule with days reads this; the startup check rejects it
  const logged = vi.spyOn(log, "error").mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  await rows(sql`insert into engine_once (key, expires_at) values ('expired', now() - interval '1 h')`)
  await backgroundWork()
  await triggerCron("prune")
  const ended = () => rows(sql`select id from engine_run where function_id = 'signalbox-prune' and state = 'failed'`)
  await expect.poll(async () => (await ended()).length).toBeGreaterThan(0)
  const tables = logged.mock.calls.flatMap(([about]) => (about as unknown as { table?: string }).table ?? [])
  expect(tables).toContain("audit_entry")
  expect(await rows(sql`select key from engine_once where key = 'expired'`)).toEqual([])
  expect(await statesOf(endpoint)).toEqual([])
})

it("a stop waits for the request in flight and starts no further one", async () => {
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

it("carries out a recovery as soon as it is requested", async () => {
  const { team, requests, endpoint } = await listening()
  await backgroundWork()
  await freshDeliveries(endpoint, 30, { state: "exhausted" })
  const since = new Date(Date.now() - 60_000).toISOString()
  const input = { webhook_id: endpoint.id, since, states: ["exhausted" as const] }
  const { data } = await run(createRecovery, await freshMember(team, "admin"), input)
  expect(data.count).toBe(30)
  await expect.poll(() => requests.length).toBe(30)
  const [recovery] = await inTeam(team.id, () =>
    rows<{ state: string; done: number }>(sql`select state, done from webhook_recovery`),
  )
  expect(recovery).toEqual({ state: "completed", done: 30 })
})

it("emails one notice about a lasting failure at an endpoint, with a link to the endpoint", async () => {
  const mail = await startMailServer()
  onTestFinished(async () => void (await mail.stop()))
  vi.stubEnv("SMTP_URL", mail.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  const { team, endpoint } = await listening()
  await freshMember(team, "admin")
  await backgroundWork()
  await inTeam(team.id, () =>
    rows(sql`insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, status)
      select 'att_' || n, ${team.id}, 'dlv_' || n, ${endpoint.id}, 'msg_' || n, 'signal.created', 1, 'auto', 'failed', 'https://x.example', 500
      from generate_series(1, 20) n`),
  )
  const before = (await runsOf("watch")).length // its cron also ticks every five minutes while this file runs
  for (let times = 0; times < 2; times++) await triggerCron("watch")
  await expect.poll(() => mail.emails.length).toBe(1)
  await triggerCron("watch")
  const ended = async () => (await runsOf("watch")).filter(({ state }) => state === "completed").length
  await expect.poll(ended).toBeGreaterThanOrEqual(before + 3)
  expect(mail.emails).toHaveLength(1)
  expect(mail.emails[0]).toContain("0 of 20 attempts in the last hour succeeded (0.0%)")
  expect(mail.emails[0]).toContain(`/${team.slug}/settings/api/webhooks/${endpoint.id}`)
})

it("counts past hours for the charts", async () => {
  const { team, endpoint } = await listening()
  await freshAttempt(team, endpoint.id, { started_at: new Date(Date.now() - 3 * 3_600_000) })
  await backgroundWork()
  await triggerCron("count-hours")
  const hours = () =>
    inTeam(team.id, () => rows(sql`select attempts from webhook_attempt_hour where endpoint_id = ${endpoint.id}`))
  await expect.poll(hours).toEqual([{ attempts: 1 }])
})

it("emails owners and admins once about a key sent in a URL, without the key", async () => {
  const mail = await startMailServer()
  onTestFinished(async () => void (await mail.stop()))
  vi.stubEnv("SMTP_URL", mail.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  const team = await freshTeam()
  await freshMember(team, "viewer")
  const recipients = [await freshMember(team, "owner"), await freshMember(team, "admin")]
  const { id, secret } = await freshKey(team)
  await reportLeak(`/${team.slug}?key=${secret}`, { ip: "203.0.113.9", userAgent: null })
  await backgroundWork()
  for (let times = 0; times < 2; times++) await triggerCron("sweep")
  const mailed = () =>
    acrossTeams(() => rows(sql`select id from api_key where id = ${id} and leak_mailed_at is not null`))
  await expect.poll(async () => (await mailed()).length).toBe(1)
  expect(mail.emails).toHaveLength(2)
  for (const { actor } of recipients) expect(mail.emails.join("\n")).toContain(actor.id.toLowerCase())
  expect(mail.emails[0]).toContain(`/${team.slug}/settings/api/keys/${id}`)
  expect(mail.emails.join()).not.toContain(secret.slice(9, 39))
})

it("emails a notice once to each owner and admin", async () => {
  const mail = await startMailServer()
  onTestFinished(async () => void (await mail.stop()))
  vi.stubEnv("SMTP_URL", mail.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  const { team, endpoint } = await listening()
  await freshMember(team, "viewer")
  const recipients = [await freshMember(team, "owner"), await freshMember(team, "admin")]
  await backgroundWork()
  await inTeam(team.id, () =>
    rows(sql`insert into webhook_notice (id, team_id, endpoint_id, kind, detail)
      values (${newId("notice")}, ${team.id}, ${endpoint.id}, 'gone', 'The receiver answered 410.')`),
  )
  const mailed = () =>
    acrossTeams(() => rows(sql`select id from webhook_notice where team_id = ${team.id} and mailed_at is not null`))
  await expect.poll(async () => (await mailed()).length).toBe(1)
  expect(mail.emails).toHaveLength(2)
  for (const { actor } of recipients) expect(mail.emails.join("\n")).toContain(actor.id.toLowerCase())
  expect(mail.emails[0]).toContain("The receiver answered 410.")
})
