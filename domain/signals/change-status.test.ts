import { describe, expect, it } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { acknowledgeSignals } from "./acknowledge"
import { addNote } from "./add-note"
import { dismissSignals } from "./dismiss"
import { listSignals } from "./list"
import { listEntries } from "./list-entries"
import { recordFindings } from "./record-findings"
import { reopenSignals } from "./reopen"
import { resolveSignals } from "./resolve"
import { snoozeSignals } from "./snooze"
import { checkOf, foundNow } from "./testing/findings"
import { expireSignals, reopenSnoozed } from "./timed-changes"

// The expiry of signals covers all teams, and must not change the signals of other test files.
ownDatabase()

async function setup(n = 3) {
  const team = await freshTeam()
  const client = await freshClient(team)
  const found = Array.from({ length: n }, (_, i) => foundNow({ dedupe_key: `${i}` }))
  const signal_ids = await inTeam(team.id, () => recordFindings(checkOf(team, client), found, new Date()))
  const ada = asPerson(team, "member")
  const statuses = async () => {
    const { data } = await run(listSignals, asKey(team), {})
    return signal_ids.map((one) => data.find(({ id }) => id === one)?.status)
  }
  return { team, client, ada, signal_ids, statuses }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe("the status of signals", () => {
  it("changes for many signals at once, and reports those that cannot change", async () => {
    const { ada, signal_ids, statuses } = await setup()
    const [first = "", second = "", third = ""] = signal_ids
    expect((await run(acknowledgeSignals, ada, { signal_ids: [first, second] })).data.changed).toEqual([first, second])
    await run(resolveSignals, ada, { signal_ids: [first] })
    await run(dismissSignals, ada, { signal_ids: [second] })
    expect(await statuses()).toEqual(["resolved", "dismissed", "open"])
    const snoozed = await run(snoozeSignals, ada, { signal_ids: [...signal_ids, third], until: inDays(3) })
    expect(snoozed.data).toEqual({ changed: [third], unchanged: [first, second] })
    expect((await run(acknowledgeSignals, ada, { signal_ids })).data.changed).toEqual([])
    expect((await run(resolveSignals, ada, { signal_ids })).data.changed).toEqual([third])
  })

  it("is open again after a reopening, and as before if a resolution or a dismissal is undone", async () => {
    const { ada, signal_ids, statuses } = await setup(4)
    const [first = "", second = "", third = "", fourth = ""] = signal_ids
    const until = inDays(3)
    await run(acknowledgeSignals, ada, { signal_ids: [first, third] })
    await run(snoozeSignals, ada, { signal_ids: [second, fourth], until })
    expect((await run(reopenSignals, ada, { signal_ids: [first, second] })).data.changed).toEqual([first, second])
    await run(resolveSignals, ada, { signal_ids: [first, third] })
    await run(dismissSignals, ada, { signal_ids: [second, fourth] })
    expect(await statuses()).toEqual(["resolved", "dismissed", "resolved", "dismissed"])
    expect((await run(reopenSignals, ada, { signal_ids })).data.changed).toEqual(signal_ids)
    expect(await statuses()).toEqual(["open", "open", "acknowledged", "snoozed"])
    const { data } = await run(listSignals, ada, { limit: 4 })
    expect(data.map(({ resolved_at, resolution }) => [resolved_at, resolution])).toEqual(Array(4).fill([null, null]))
    expect(data.find(({ id }) => id === fourth)?.snoozed_until).toBe(until)
  })

  it("is open if a resolution or a dismissal is undone after the end of the snooze", async () => {
    const { ada, signal_ids, statuses } = await setup(2)
    const [first = "", second = ""] = signal_ids
    const inMinutes = (n: number) => ({ ...ada, now: () => new Date(Date.now() + n * 60_000) })
    await run(acknowledgeSignals, ada, { signal_ids })
    await run(snoozeSignals, ada, { signal_ids, until: inMinutes(5).now().toISOString() })
    await run(resolveSignals, ada, { signal_ids: [first] })
    await run(dismissSignals, ada, { signal_ids: [second] })
    await run(reopenSignals, inMinutes(6), { signal_ids })
    expect(await statuses()).toEqual(["open", "open"])
    const { data } = await run(listSignals, ada, {})
    const cleared = { acknowledged_at: null, acknowledged_by: null, snoozed_until: null }
    expect(data).toMatchObject([cleared, cleared])
  })

  it("is open after a snooze, as if no user had acknowledged the signal", async () => {
    const { ada, signal_ids, statuses } = await setup(1)
    await run(acknowledgeSignals, ada, { signal_ids })
    await run(snoozeSignals, ada, { signal_ids, until: inDays(3) })
    await reopenSnoozed(new Date(inDays(4)))
    const { data } = await run(listSignals, ada, {})
    expect(data).toMatchObject([{ status: "open", acknowledged_at: null, acknowledged_by: null }])
    await run(resolveSignals, ada, { signal_ids })
    await run(reopenSignals, ada, { signal_ids })
    expect(await statuses()).toEqual(["open"])
  })

  it("stays final ten minutes after a user ended the signal, and if the signal ended by itself", async () => {
    const { ada, signal_ids, statuses } = await setup(2)
    const [first = "", second = ""] = signal_ids
    const minutesAgo = (n: number) => ({ ...ada, now: () => new Date(Date.now() - n * 60_000) })
    await run(resolveSignals, minutesAgo(9), { signal_ids: [first] })
    await run(dismissSignals, minutesAgo(11), { signal_ids: [second] })
    expect((await run(reopenSignals, ada, { signal_ids })).data).toEqual({ changed: [first], unchanged: [second] })
    await expireSignals(new Date(inDays(31)))
    expect((await run(reopenSignals, ada, { signal_ids })).data.changed).toEqual([])
    expect(await statuses()).toEqual(["resolved", "dismissed"])
  })

  it("changes for none when one of the signals is not the team's", async () => {
    const { ada, signal_ids, statuses } = await setup()
    const other = await setup(1)
    const asked = { signal_ids: [...signal_ids, ...other.signal_ids] }
    await expect(run(resolveSignals, ada, asked)).rejects.toMatchObject({ code: "resource_not_found" })
    expect(await statuses()).toEqual(["open", "open", "open"])
  })

  it("can be changed by members, not by viewers or keys, and a snooze ends within a year", async () => {
    const { team, ada, signal_ids } = await setup(1)
    const denied = [asPerson(team, "viewer"), asKey(team)]
    for (const ctx of denied) await expect(run(acknowledgeSignals, ctx, { signal_ids })).rejects.toThrow()
    for (const days of [-1, 400])
      await expect(run(snoozeSignals, ada, { signal_ids, until: inDays(days) })).rejects.toMatchObject({
        code: "parameter_invalid",
      })
  })
})

it("the history lists each change and note with its author", async () => {
  const { ada, signal_ids } = await setup(1)
  const [signal_id = ""] = signal_ids
  await run(acknowledgeSignals, ada, { signal_ids })
  await run(addNote, ada, { signal_id, text: " The shop was closed. " })
  const { data } = await run(listEntries, ada, { signal_id })
  expect(data.map(({ action, actor_label, text }) => [action, actor_label, text])).toEqual([
    ["created", "Signalbox", null],
    ["acknowledged", "Ada Test", null],
    ["note", "Ada Test", "The shop was closed."],
  ])
})

it("a signal that was last detected more than 30 days ago expires", async () => {
  const { signal_ids, statuses, ada } = await setup(1)
  await expireSignals(new Date(inDays(29)))
  expect(await statuses()).toEqual(["open"])
  await expireSignals(new Date(inDays(31)))
  expect(await statuses()).toEqual(["resolved"])
  const { data } = await run(listEntries, ada, { signal_id: signal_ids[0] ?? "" })
  expect(data.at(-1)).toMatchObject({ action: "resolved", actor_label: "Signalbox" })
})

it("the list filters by client, type, category, severity, status and time", async () => {
  const { team, client, ada, signal_ids } = await setup(2)
  const other = await freshClient(team)
  const critical = foundNow({ type: "budget_exceeded", category: "budget", severity: "critical", dedupe_key: "budget" })
  const [budget = ""] = await inTeam(team.id, () => recordFindings(checkOf(team, other), [critical], new Date()))
  await run(acknowledgeSignals, ada, { signal_ids: signal_ids.slice(0, 1) })
  const ids = async (query: object) => (await run(listSignals, asKey(team), query)).data.map(({ id }) => id).sort()
  const metrics = signal_ids.toSorted()
  expect(await ids({ client_id: client.id })).toEqual(metrics)
  expect(await ids({ type: ["budget_exceeded"] })).toEqual([budget])
  expect(await ids({ category: ["metric"] })).toEqual(metrics)
  expect(await ids({ severity: ["warning"] })).toEqual(metrics)
  expect(await ids({ min_severity: "critical" })).toEqual([budget])
  expect(await ids({ min_severity: "info" })).toHaveLength(3)
  expect(await ids({ status: ["acknowledged"] })).toEqual(signal_ids.slice(0, 1))
  expect(await ids({ created_after: inDays(1) })).toEqual([])
  const first = await run(listSignals, asKey(team), { limit: 2 })
  const next = await run(listSignals, asKey(team), { limit: 2, cursor: first.meta.next_cursor ?? "" })
  expect([...first.data, ...next.data].map(({ id }) => id).sort()).toEqual([...metrics, budget].sort())
})
