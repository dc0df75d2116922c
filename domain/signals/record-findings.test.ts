import pg from "pg"
import { describe, expect, it, vi } from "vitest"
import { eventSchemas } from "@/domain/events/event"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { longWait } from "@/domain/testing/long-wait"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { dismissSignals } from "./dismiss"
import { getSignal } from "./get"
import { listSignals } from "./list"
import { type FindingWithRule, recordFindings } from "./record-findings"
import { resolveSignals } from "./resolve"
import { snoozeSignals } from "./snooze"
import { checkOf, foundNow } from "./testing/findings"
import { reopenSnoozed } from "./timed-changes"

const day = (n: number) => `2026-11-${n}`
const at = (n: number, hour = 6) => new Date(Date.UTC(2026, 10, n, hour))

async function setup() {
  const team = await freshTeam()
  const client = await freshClient(team, { name: "Bergamo Bikes", external_id: "crm-1" })
  /** Records the evaluation of the days through day `n` of November. */
  const record = (n: number, found: FindingWithRule[] = [], now = at(n + 1)) =>
    inTeam(team.id, () => recordFindings(checkOf(team, client, day(n)), found, now))
  const signals = async () => (await run(listSignals, asKey(team), {})).data
  const events = () =>
    inTeam(team.id, () => prisma.webhookMessage.findMany({ where: { team_id: team.id }, orderBy: { seq: "asc" } }))
  return { team, client, record, signals, events }
}

/** The finding of day `n`. */
const foundOn = (n: number, ...more: Parameters<typeof foundNow>) =>
  foundNow({ period: { from: day(n), to: day(n) }, ...more[0] }, more[1])

describe("a new finding", () => {
  it("becomes a signal and one event with the same content, for the subscribed endpoints", async () => {
    const { team, record, signals, events } = await setup()
    const { id: endpoint_id } = await freshWebhook(team, { event_types: ["signal.created"] })
    const [id = ""] = await record(19, [foundNow()])
    const [signal] = await signals()
    expect(signal).toMatchObject({
      id,
      status: "open",
      client: { name: "Bergamo Bikes", external_id: "crm-1" },
      delta_abs: -820,
      delta_rel: -0.41,
      period: { from: "2026-11-19", to: "2026-11-19", timezone: "Europe/Rome" },
      baseline: { from: "2026-09-24", to: "2026-11-18" },
      occurrences: 1,
      links: { self: `/api/v1/signals/${id}` },
    })
    const [message, ...others] = await events()
    expect(others).toEqual([])
    const body = JSON.parse(message?.body ?? "{}")
    expect(eventSchemas["signal.created"].parse(body)).toEqual(body)
    expect(signal).toMatchObject(body.data.signal)
    const where = { team_id: team.id, endpoint_id }
    expect(await inTeam(team.id, () => prisma.webhookDelivery.count({ where }))).toBe(1)
    expect((await run(getSignal, asKey(team), { signal_id: id })).data).toEqual(signal)
  })

  it("is stored and published once when many evaluations find it at the same time", async () => {
    const { record, signals, events } = await setup()
    const created = await Promise.all(Array.from({ length: 12 }, () => record(19, [foundNow()])))
    expect(created.flat()).toHaveLength(1)
    expect([(await signals()).length, (await events()).length]).toEqual([1, 1])
  })

  it("leaves nothing behind when the event cannot be published", async () => {
    const { record, signals, events } = await setup()
    const broken = foundNow({ dedupe_key: "broken", title: 7 as never })
    await expect(record(19, [foundNow(), broken])).rejects.toThrow()
    expect([await signals(), await events()]).toEqual([[], []])
  })

  it("leaves nothing behind when the process dies before the commit, and is stored by the next evaluation", async () => {
    const { team, record, signals, events } = await setup()
    await record(10, [foundOn(10, { dedupe_key: "earlier" })])
    const holder = new pg.Client({ connectionString: process.env.DATABASE_URL })
    holder.on("error", () => {})
    await holder.connect()
    await holder.query("select set_config('app.team_id', $1, false)", [team.id])
    await holder.query("begin")
    // The evaluation has written its signal and waits for the team's sequence number, which the event needs.
    await holder.query("select from webhook_sequence where team_id = $1 for update", [team.id])
    const dying = record(19, [foundNow()]).catch((error: unknown) => error)
    // On another connection, because a transaction sees one snapshot of the activity.
    const watcher = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await watcher.connect()
    const holderPid = (await holder.query<{ pid: number }>("select pg_backend_pid() as pid")).rows.map(({ pid }) => pid)
    const waiting = "from pg_stat_activity where $1 = any(pg_blocking_pids(pid))"
    const isWaiting = async () => expect((await watcher.query(`select pid ${waiting}`, holderPid)).rowCount).toBe(1)
    await vi.waitFor(isWaiting, longWait)
    await watcher.query(`select pg_terminate_backend(pid) ${waiting}`, holderPid)
    await watcher.end()
    await holder.query("rollback")
    await holder.end()
    expect(await dying).toBeInstanceOf(Error)
    expect([(await signals()).length, (await events()).length]).toEqual([1, 1])
    expect(await record(19, [foundNow()])).toHaveLength(1)
    expect([(await signals()).length, (await events()).length]).toEqual([2, 2])
  })

  it("creates no signal below the severity of its rule or while the rule is muted", async () => {
    const { record, signals } = await setup()
    await record(19, [foundNow({}, { severity_floor: "critical" })])
    await record(19, [foundNow({}, { muted_until: at(25).toISOString() })])
    expect(await signals()).toEqual([])
    expect(await record(26, [foundOn(26, {}, { muted_until: at(25).toISOString() })])).toHaveLength(1)
  })

  it("of two clients or of two threshold rules is two signals", async () => {
    const { team, record } = await setup()
    const limit = { type: "metric_threshold" as const, dedupe_key: "metric_threshold:sessions:down" }
    const rules = ["rul_1", "rul_2"].map((rule_id) => foundNow(limit, { rule_id }))
    expect(await record(19, rules)).toHaveLength(2)
    const other = await freshClient(team)
    const same = await inTeam(team.id, () => recordFindings(checkOf(team, other), [foundNow()], at(20)))
    expect([...same, ...(await record(19, [...rules, foundNow()]))]).toHaveLength(2)
  })
})

describe("a repeated finding", () => {
  it("counts once for each day of new data, and sends no event", async () => {
    const { record, signals, events } = await setup()
    await record(19, [foundOn(19)])
    await record(19, [foundOn(19)], at(20, 9))
    await record(20, [foundOn(20)], at(21))
    expect(await signals()).toMatchObject([{ occurrences: 2, last_detected_at: at(21).toISOString(), status: "open" }])
    expect(await events()).toHaveLength(1)
  })

  it("stays away during the cooldown after the signal ended, and is a new signal afterwards", async () => {
    for (const end of [resolveSignals, dismissSignals]) {
      const { team, record, signals, events } = await setup()
      const [id = ""] = await record(19, [foundOn(19)])
      await run(
        end,
        asPerson(team, "member", () => at(20, 12)),
        { signal_ids: [id] },
      )
      expect(await record(22, [foundOn(22)], at(23, 11))).toEqual([])
      expect(await record(22, [foundOn(19)], at(23, 13))).toEqual([])
      expect(await record(22, [foundOn(22)], at(23, 13))).toHaveLength(1)
      expect(await signals()).toHaveLength(2)
      expect(await events()).toHaveLength(2)
    }
  })
})

describe("a condition that is gone", () => {
  it("resolves its signal after two evaluations of new data", async () => {
    const { record, signals } = await setup()
    await record(19, [foundOn(19)])
    await record(20)
    await record(20)
    expect(await signals()).toMatchObject([{ status: "open" }])
    await record(21, [foundOn(21)])
    await record(22)
    expect(await signals()).toMatchObject([{ status: "open", occurrences: 2 }])
    await record(23)
    expect(await signals()).toMatchObject([
      { status: "resolved", resolution: "auto", resolved_at: at(24).toISOString(), dismissed_at: null },
    ])
  })

  it("does not touch the signals of other checks and clients", async () => {
    const { team, client, record, signals } = await setup()
    await record(19, [foundOn(19)])
    const other = await freshClient(team)
    for (const n of [20, 21, 22])
      await inTeam(team.id, async () => {
        await recordFindings({ ...checkOf(team, client, day(n)), key: "metric:revenue" }, [], at(n))
        await recordFindings(checkOf(team, other, day(n)), [], at(n))
      })
    expect(await signals()).toMatchObject([{ status: "open" }])
  })

  it("resolves a snoozed signal only after it is open again", async () => {
    const { team, record, signals, events } = await setup()
    const [id = ""] = await record(19, [foundOn(19)])
    const until = at(22).toISOString()
    await run(
      snoozeSignals,
      asPerson(team, "member", () => at(20, 7)),
      { signal_ids: [id], until },
    )
    for (const n of [20, 21]) await record(n)
    expect(await signals()).toMatchObject([{ status: "snoozed", snoozed_until: until }])
    expect(await record(21, [foundOn(21)], at(21, 12))).toEqual([])
    await reopenSnoozed(at(22))
    expect(await signals()).toMatchObject([{ status: "open", snoozed_until: null }])
    for (const n of [23, 24]) await record(n)
    expect(await signals()).toMatchObject([{ status: "resolved", resolution: "auto" }])
    expect(await events()).toHaveLength(1)
    const history = await inTeam(team.id, () =>
      rows<{ action: string }>(sql`select action from signal_entry where signal_id = ${id} order by created_at, id`),
    )
    expect(history.map(({ action }) => action)).toEqual(["created", "snoozed", "reopened", "resolved"])
  })
})
