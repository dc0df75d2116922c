import { describe, expect, it } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshAttempt, freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma, sql } from "@/prisma/client"
import { updateConditionNotices } from "./condition-notices"
import { listNotices } from "./list-notices"

ownDatabase()

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const inUtc = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`

async function setup(endpoint: Parameters<typeof freshWebhook>[1] = {}, plan: TeamFacts["plan"] = "pro") {
  const team = await freshTeam({ plan })
  const { id } = await freshWebhook(team, endpoint)
  const attempts = async (count: number, more: Parameters<typeof freshAttempt>[2] = {}) => {
    for (let n = 0; n < count; n++) await freshAttempt(team, id, more)
  }
  const notices = async () => (await run(listNotices, asPerson(team, "viewer"), { webhook_id: id })).data
  const kinds = async () => (await notices()).map(({ kind, ended_at }) => `${kind}${ended_at ? ", over" : ""}`)
  return { team, id, attempts, notices, kinds, waits: (more = {}) => freshDelivery(team, id, more) }
}

const failed = { state: "failed", status: 503, error_code: "http_5xx" }

describe("an endpoint where most attempts of an hour fail", () => {
  it("gets one notice until the failures end, with any number of concurrent watches, and then a new one", async () => {
    const { id, attempts, notices, kinds } = await setup()
    await attempts(9)
    await attempts(10, failed)
    await updateConditionNotices()
    expect(await kinds(), "too few to say").toEqual([])
    await attempts(1, { state: "failed", status: null, error_code: "timeout_total" })
    await Promise.all([updateConditionNotices(), updateConditionNotices(), updateConditionNotices()])
    await updateConditionNotices()
    expect(await notices()).toMatchObject([
      {
        kind: "low_success",
        detail: "9 of 20 attempts in the last hour succeeded (45.0%). The most frequent error was status 503.",
        ended_at: null,
      },
    ])
    await attempts(20)
    await updateConditionNotices()
    expect(await kinds(), "29 of 40 are better, not well").toEqual(["low_success"])
    await attempts(10)
    await updateConditionNotices()
    expect(await kinds()).toEqual(["low_success, over"])
    await attempts(45, failed)
    await updateConditionNotices()
    expect(await kinds()).toEqual(["low_success", "low_success, over"])
    await queryRows(
      sql`update webhook_attempt set started_at = now() - interval '61 minutes' where endpoint_id = ${id}`,
    )
    await updateConditionNotices()
    expect(await kinds(), "an hour in which nothing was sent proves nothing").toEqual([
      "low_success",
      "low_success, over",
    ])
  })

  it("gets no notice at one half, for tests, for internal errors, for aborted messages, for an earlier hour, or while it is paused", async () => {
    const half = await setup()
    const ours = await setup()
    const past = await setup()
    const paused = await setup({ state: "paused_user" })
    await half.attempts(10)
    await half.attempts(10, failed)
    await ours.attempts(20, { ...failed, trigger: "test" })
    await ours.attempts(20, { state: "failed", status: null, error_code: "internal" })
    await ours.attempts(20, { state: "failed", status: 400, error_code: "aborted" })
    await past.attempts(20, { ...failed, started_at: ago(61) })
    await paused.attempts(20, failed)
    await updateConditionNotices()
    for (const { kinds } of [half, ours, past, paused]) expect(await kinds()).toEqual([])
  })
})

describe("an endpoint with waiting events", () => {
  it("gets one notice when the oldest event is due for 15 minutes, until none waits, and then a new one", async () => {
    const { id, notices, kinds, waits } = await setup()
    await waits({ next_attempt_at: ago(14) })
    await updateConditionNotices()
    expect(await kinds()).toEqual([])
    await waits({ next_attempt_at: ago(16) })
    await Promise.all([updateConditionNotices(), updateConditionNotices(), updateConditionNotices()])
    await updateConditionNotices()
    const why = "The receiver responds slowly, or this installation has more events than it can send."
    expect(await notices()).toMatchObject([
      {
        kind: "delayed",
        detail: `2 events are overdue. The oldest has been due since ${inUtc(ago(16))}. ${why}`,
        ended_at: null,
      },
    ])
    await queryRows(
      sql`update webhook_delivery set state = 'succeeded', next_attempt_at = null where endpoint_id = ${id}`,
    )
    await waits()
    await updateConditionNotices()
    expect(await kinds()).toEqual(["delayed, over"])
    await waits({ next_attempt_at: ago(20) })
    await updateConditionNotices()
    expect(await kinds()).toEqual(["delayed", "delayed, over"])
  })

  it("gives the reason in the notice", async () => {
    const later = ago(-30)
    const reasons = [
      [
        { paused_until: later, breaker_openings: 2 },
        "Most recent requests failed, so we send only one request at a time until one succeeds.",
      ],
      [{ paused_until: later }, `The receiver asked us to wait until ${inUtc(later)}. Queued events are kept.`],
      [{ is_fifo: true }, "Events are sent in order, so each event waits for the one before it."],
      [{ max_per_second: 2 }, "The webhook's limit of 2 requests per second is lower than the rate of new events."],
    ] as const
    for (const [endpoint, why] of reasons) {
      const { notices, waits } = await setup(endpoint)
      const since = ago(17)
      await waits({ next_attempt_at: since })
      await updateConditionNotices()
      expect((await notices()).map(({ detail }) => detail)).toEqual([
        `1 event is overdue. The oldest has been due since ${inUtc(since)}. ${why}`,
      ])
    }
  })

  it("gets no notice for a planned retry, for held events, or on a plan without webhooks", async () => {
    const planned = await setup()
    const held = await setup({ state: "paused_user" })
    const free = await setup({}, "free")
    await planned.waits({ created_at: ago(600), next_attempt_at: ago(-60) })
    await held.waits({ next_attempt_at: ago(60) })
    await free.waits({ next_attempt_at: ago(60) })
    await updateConditionNotices()
    for (const { kinds } of [planned, held, free]) expect(await kinds()).toEqual([])
  })
})

describe("a notice of an endpoint that gets no requests any more", () => {
  const states = ["paused_user", "disabled_auto", "deleted"]

  it.each(states)("ends an hour after the last attempt, if the endpoint is %s", async (state) => {
    const { team, id, attempts } = await setup()
    await attempts(20, failed)
    await updateConditionNotices()
    await queryRows(sql`update webhook_endpoint set state = ${state} where id = ${id}`)
    await updateConditionNotices()
    expect(await endedNotices(team, id), "a pause of a few minutes ends nothing").toEqual([false])
    await queryRows(
      sql`update webhook_attempt set started_at = now() - interval '61 minutes' where endpoint_id = ${id}`,
    )
    await updateConditionNotices()
    expect(await endedNotices(team, id)).toEqual([true])
  })

  it("ends an hour after the last attempt, if the team's plan has no webhooks any more", async () => {
    const { team, id, attempts } = await setup()
    await attempts(20, failed)
    await updateConditionNotices()
    await queryRows(sql`update team set plan = 'free' where id = ${team.id}`)
    await updateConditionNotices()
    expect(await endedNotices(team, id)).toEqual([false])
    await queryRows(
      sql`update webhook_attempt set started_at = now() - interval '61 minutes' where endpoint_id = ${id}`,
    )
    await updateConditionNotices()
    expect(await endedNotices(team, id)).toEqual([true])
  })

  it.each(states)("ends when no event is pending any more, if the endpoint is %s", async (state) => {
    const { team, id, waits } = await setup()
    await waits({ next_attempt_at: ago(20) })
    await updateConditionNotices()
    await queryRows(sql`update webhook_endpoint set state = ${state} where id = ${id}`)
    await queryRows(sql`update webhook_delivery set state = 'held', next_attempt_at = null where endpoint_id = ${id}`)
    await updateConditionNotices()
    expect(await endedNotices(team, id)).toEqual([true])
  })
})

/** For each notice of the endpoint, whether it has ended. listNotices does not return those of deleted endpoints. */
async function endedNotices({ id: team_id }: TeamFacts, endpoint_id: string) {
  const found = await inTeam(team_id, () => prisma.webhookNotice.findMany({ where: { team_id, endpoint_id } }))
  return found.map(({ ended_at }) => ended_at !== null)
}
