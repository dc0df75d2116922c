import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { tools } from "@/server/mcp/catalogue"
import { signalOfClient } from "@/server/testing/sample-data"
import { listEntries } from "./list-entries"
import { updateSignal } from "./update"

async function setup() {
  const team = await freshTeam()
  const { signal_id } = await signalOfClient(team)
  const ctx = asPerson(team)
  const update = async (change: object) => (await run(updateSignal, ctx, { signal_id, ...change })).data
  return { ctx, signal_id, update }
}

describe("signals.update", () => {
  it("is a tool for which clients ask the user, because its changes are final after ten minutes", () => {
    expect(tools.get("update_signal")?.definition.annotations).toMatchObject({ destructiveHint: true })
  })

  it("moves a signal through its statuses, with notes", async () => {
    const { ctx, signal_id, update } = await setup()
    expect(await update({ status: "acknowledged", note: "The shop was closed." })).toMatchObject({
      status: "acknowledged",
      acknowledged_by: "Ada Test",
    })
    expect(await update({ status: "open" })).toMatchObject({ status: "open", acknowledged_at: null })
    const until = new Date(Date.now() + 86_400_000).toISOString()
    expect(await update({ status: "snoozed", snooze_until: until })).toMatchObject({ snoozed_until: until })
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString()
    expect(await update({ status: "snoozed", snooze_until: later })).toMatchObject({ snoozed_until: later })
    const { data: audited } = await run(listAudit, ctx, { subject_id: signal_id, limit: 1 })
    expect(audited[0]).toMatchObject({ before: { snoozed_until: until }, after: { snoozed_until: later } })
    await expect(update({ status: "snoozed", snooze_until: "1999-01-01T00:00:00Z" })).rejects.toMatchObject({
      code: "parameter_invalid",
    })
    expect(await update({ status: "resolved" })).toMatchObject({ status: "resolved", resolution: "manual" })
    const { data: entries } = await run(listEntries, ctx, { signal_id })
    expect(entries.map(({ action }) => action).sort()).toEqual(
      ["acknowledged", "created", "note", "reopened", "resolved", "snoozed", "snoozed"].sort(),
    )
    const { data: audit } = await run(listAudit, ctx, { action: "signal.updated" })
    expect(audit[0]).toMatchObject({
      before: { status: "snoozed" },
      after: { title: expect.any(String), status: "resolved" },
    })
  })

  it("changes nothing when the entry in the audit log cannot be written", async () => {
    const { ctx, signal_id, update } = await setup()
    const origin = { ...ctx.origin, userAgent: "a\0" } // Postgres does not store this character
    const change = { signal_id, status: "resolved", note: "The shop was closed." } as const
    await expect(run(updateSignal, { ...ctx, origin }, change)).rejects.toThrow()
    const { data: entries } = await run(listEntries, ctx, { signal_id })
    expect(entries.map(({ action }) => action)).toEqual(["created"])
    expect(await update({ status: "acknowledged" })).toMatchObject({ status: "acknowledged" })
  })

  it("rejects changes of a final status, and incomplete or empty input", async () => {
    const { update } = await setup()
    await expect(update({})).rejects.toMatchObject({ code: "parameter_invalid" })
    await expect(update({ status: "snoozed" })).rejects.toMatchObject({ code: "parameter_invalid" })
    for (const change of [{ status: "acknowledged" }, { note: "The shop was closed." }])
      await expect(update({ ...change, snooze_until: "2099-01-01T00:00:00Z" })).rejects.toThrow(
        "snooze_until requires the status snoozed.",
      )
    const past = { status: "snoozed", snooze_until: "2020-01-01T00:00:00Z" }
    await expect(update(past)).rejects.toThrow("A snooze must end in the future, at most a year from now.")
    await update({ status: "dismissed" })
    await expect(update({ status: "acknowledged" })).rejects.toMatchObject({ code: "state_conflict" })
    expect(await update({ status: "open" })).toMatchObject({ status: "open", dismissed_at: null })
  })
})
