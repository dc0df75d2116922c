import { expect, it, onTestFinished, vi } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { recordOutcomes, responseWith } from "@/domain/deliveries/testing/outcomes"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { attemptsOf, queryRows } from "@/domain/deliveries/testing/rows-of"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { sql } from "@/prisma/client"
import { deleteExpired } from "./retention"

ownDatabase()

/** Applies the retention rules of the webhook tables once. */
async function prune() {
  const attempts = await deleteExpired("webhook_attempt")
  const deliveries = await deleteExpired("webhook_delivery")
  const messages = await deleteExpired("webhook_message")
  const recoveries = await deleteExpired("webhook_recovery")
  const notices = await deleteExpired("webhook_notice")
  const endpoints = await deleteExpired("webhook_endpoint")
  return {
    contents: attempts.cleared + messages.cleared,
    attempts: attempts.deleted,
    deliveries: deliveries.deleted,
    messages: messages.deleted,
    recoveries: recoveries.deleted,
    notices: notices.deleted,
    endpoints: endpoints.deleted,
  }
}

/** What `prune` returns when it deletes nothing. */
const nothing = {
  contents: 0,
  attempts: 0,
  deliveries: 0,
  messages: 0,
  recoveries: 0,
  notices: 0,
  endpoints: 0,
}

type Message = { body: string; expunged_at: string | null }
const messagesOf = (teamId: string) =>
  queryRows<Message>(sql`select * from webhook_message where team_id = ${teamId} order by seq`)

/** Moves all messages and attempts of the team back by `days`. */
async function age(teamId: string, days: number) {
  const earlier = sql`make_interval(days => ${days})`
  await queryRows(sql`update webhook_attempt set started_at = started_at - ${earlier} where team_id = ${teamId}`)
  await queryRows(sql`update webhook_message set created_at = created_at - ${earlier} where team_id = ${teamId}`)
}

it("clears contents after 30 days, and deletes the log after 90", async () => {
  const endpoint = await freshEndpoint(await freshTeam())
  const { team_id } = endpoint
  await recordOutcomes(endpoint, responseWith(200, { responseBody: "thanks" }))
  await age(team_id, 29)
  expect(await prune()).toEqual(nothing)
  await age(team_id, 2)
  expect(await prune()).toEqual({ ...nothing, contents: 2 })
  expect(await attemptsOf(endpoint)).toMatchObject([
    { status: 200, response_body: null, request_headers: null, total_ms: 6.5 },
  ])
  expect(await messagesOf(team_id)).toMatchObject([{ body: "", expunged_at: expect.any(String) }])
  await age(team_id, 58)
  expect(await prune()).toEqual(nothing)
  await age(team_id, 2)
  await queryRows(
    sql`update webhook_endpoint set state = 'deleted', deleted_at = now() - interval '91 days' where id = ${endpoint.id}`,
  )
  expect(await prune()).toEqual({ ...nothing, attempts: 1, deliveries: 1, messages: 1, endpoints: 1 })
})

it("keeps the contents of pending deliveries of any age, and clears messages without a delivery", async () => {
  const endpoint = await freshEndpoint(await freshTeam())
  const [, unwanted] = await freshDeliveries(endpoint, 2)
  await queryRows(sql`delete from webhook_delivery where id = ${unwanted?.id}`)
  await age(endpoint.team_id, 31)
  expect(await prune()).toEqual({ ...nothing, contents: 1 })
  expect(await messagesOf(endpoint.team_id)).toMatchObject([
    { body: expect.stringContaining("msg_"), expunged_at: null },
  ])
})

it("processes more rows than one batch, and afterwards only new ones", async () => {
  const endpoint = await freshEndpoint(await freshTeam())
  const { team_id, id } = endpoint
  await queryRows(sql`insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at, request_headers)
    select 'att_' || n, ${team_id}, 'dlv_' || n, ${id}, 'msg_' || n, 'signal.created', 1, 'auto', 'succeeded', 'https://x.example',
      now() - interval '40 days' - (n / 7) * interval '1 s', '{}' from generate_series(1, 2500) n`)
  expect(await prune()).toMatchObject({ contents: 2_500, attempts: 0 })
  expect(await prune()).toMatchObject({ contents: 0 })
  await age(team_id, 60)
  expect(await prune()).toMatchObject({ attempts: 2_500 })
})

it("deletes notices after 90 days, except those of ongoing conditions", async () => {
  const { team_id, id } = await freshEndpoint(await freshTeam())
  await queryRows(sql`insert into webhook_notice (id, team_id, endpoint_id, kind, detail, created_at, ended_at)
    select 'ntc_' || n, ${team_id}, ${id}, kind, 'x', now() - make_interval(days => days), ended from (values
      (1, 'failing_24h', 91, null), (2, 'failing_24h', 89, null), (3, 'delayed', 91, null), (4, 'delayed', 91, now())) as made(n, kind, days, ended)`)
  expect(await prune()).toMatchObject({ notices: 2 })
  const left = await queryRows<{ id: string }>(
    sql`select id from webhook_notice where team_id = ${team_id} order by id collate "C"`,
  )
  expect(left.map((one) => one.id)).toEqual(["ntc_2", "ntc_3"])
})

it("deletes recoveries 90 days after they ended, but not running ones", async () => {
  const { team_id, id } = await freshEndpoint(await freshTeam())
  await queryRows(sql`insert into webhook_recovery (id, team_id, endpoint_id, since, until, states, event_types, state, total, created_at, ended_at)
    select 'rcv_' || n, ${team_id}, ${id}, now(), now(), '{}', '{}', state, 1, now() - interval '92 days', ended from (values
      (1, 'completed', now() - interval '91 days'), (2, 'completed', now() - interval '89 days'), (3, 'running', null)) as made(n, state, ended)`)
  expect(await prune()).toMatchObject({ recoveries: 1 })
  const left = await queryRows<{ id: string }>(
    sql`select id from webhook_recovery where team_id = ${team_id} order by id`,
  )
  expect(left.map((one) => one.id)).toEqual(["rcv_2", "rcv_3"])
})

it("retains the log for as long as the operator sets", async () => {
  const endpoint = await freshEndpoint(await freshTeam())
  await recordOutcomes(endpoint, responseWith(200))
  await age(endpoint.team_id, 91)
  vi.stubEnv("SIGNALBOX_RETENTION_DAYS", '{"webhook_log":120}')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await prune()).toMatchObject({ attempts: 0, deliveries: 0, messages: 0 })
  await age(endpoint.team_id, 30)
  expect(await prune()).toMatchObject({ attempts: 1, deliveries: 1, messages: 1 })
})
