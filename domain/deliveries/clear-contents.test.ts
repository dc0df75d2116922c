import pg from "pg"
import { expect, it, onTestFinished } from "vitest"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { sql } from "@/prisma/client"
import { clearAttemptContents, clearMessageContents } from "./clear-contents"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { queryRows } from "./testing/rows-of"

ownDatabase()

type Endpoint = Awaited<ReturnType<typeof freshEndpoint>>

/** Inserts 3,500 attempts, one for each second before the time that is 40 days ago. */
const insertAttempts = ({ team_id, id }: Endpoint) =>
  queryRows(sql`insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at, request_headers)
    select 'att_' || n, ${team_id}, 'dlv_' || n, ${id}, 'msg_' || n, 'signal.created', 1, 'auto', 'succeeded', 'https://x.example',
      now() - interval '40 days' - n * interval '1 s', '{}' from generate_series(1, 3500) n`)

const attemptsWithContents = async () =>
  (await queryRows(sql`select 1 from webhook_attempt where request_headers is not null`)).length

const messagesWithContents = async () =>
  (await queryRows<{ id: string }>(sql`select id from webhook_message where body <> '' order by id`)).map(
    ({ id }) => id,
  )

const moveMessagesBack = (days: number) =>
  queryRows(sql`update webhook_message set created_at = created_at - make_interval(days => ${days})`)

/** Lets updates of this attempt fail until `allowUpdates` is called. */
async function failUpdatesOf(attemptId: string) {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$;
    create trigger fail before update on webhook_attempt for each row when (old.id = '${attemptId}') execute function fail()`)
  return { allowUpdates: () => owner.query("drop trigger fail on webhook_attempt") }
}

it("clears the attempts that an interrupted run has left", async () => {
  await insertAttempts(await freshEndpoint(await freshTeam()))
  const { allowUpdates } = await failUpdatesOf("att_1500")
  await expect(clearAttemptContents()).rejects.toThrow("interrupted")
  expect(await attemptsWithContents()).toBeLessThan(3_500)
  await allowUpdates()
  const left = await attemptsWithContents()
  expect(await clearAttemptContents()).toBe(left)
  expect(await attemptsWithContents()).toBe(0)
  expect(await clearAttemptContents()).toBe(0)
})

it("clears a message after its open delivery ends, however many newer messages are cleared", async () => {
  const endpoint = await freshEndpoint(await freshTeam())
  const [open] = await freshDeliveries(endpoint, 1)
  await moveMessagesBack(1)
  await freshDeliveries(endpoint, 2_100)
  await moveMessagesBack(31)
  await queryRows(sql`update webhook_delivery set state = 'succeeded' where id <> ${open?.id}`)
  expect(await clearMessageContents()).toBe(2_100)
  expect(await messagesWithContents()).toEqual([open?.message_id])
  await queryRows(sql`update webhook_delivery set state = 'succeeded' where id = ${open?.id}`)
  expect(await clearMessageContents()).toBe(1)
  expect(await messagesWithContents()).toEqual([])
})
