import { expect, it } from "vitest"
import type { Webhook } from "@/components/api/types"
import type { Signal } from "@/components/signals/signal-labels"
import type { Source } from "@/components/sources/source-labels"
import { exampleDataSource } from "@/domain/data-sources/data-source"
import { exampleSignal } from "@/domain/signals/signal"
import { attentionItems } from "./attention"

const admin = { teamPath: "/team", canAdminister: true, hasDeveloperAccess: true }

it("offers to reconnect a source only to those who may", () => {
  const source = { ...exampleDataSource, status: "reauth_required" } as Source
  const actionFor = (canAdminister: boolean) =>
    attentionItems({ webhooks: [], incidents: [], sources: [source], scans: [] }, { ...admin, canAdminister })[0]
  expect(actionFor(true)).toMatchObject({ action: "Reconnect", detail: expect.stringContaining("until you reconnect") })
  expect(actionFor(false)).toMatchObject({
    action: "Open source",
    detail: expect.stringContaining("an owner or admin"),
  })
})

const failing = {
  id: "ep_01K8Z3T5V7X9B1D3F5H7J9M1N3",
  url: "https://a.example/hook",
  description: "CRM",
  state: "active",
  health: "failing",
  why: "12 attempts have failed.",
  paused_until: null,
  counts: { pending: 41, in_flight: 0, held: 0, scheduled: 40 },
} as Webhook
const webhookItem = (webhook: Partial<Webhook>, visitor: Partial<typeof admin> = {}) =>
  attentionItems(
    { webhooks: [{ ...failing, ...webhook }], incidents: [], sources: [], scans: [] },
    { ...admin, ...visitor },
  )[0]

it("counts the queued events of a failing webhook, and offers admins to retry them", () => {
  expect(webhookItem({})).toMatchObject({
    detail: "41 events are queued. 12 attempts have failed.",
    retry: { id: failing.id, counts: { scheduled: 40 } },
  })
  const one = { pending: 0, in_flight: 1, held: 0, scheduled: 0 }
  expect(webhookItem({ counts: one })?.detail).toBe("1 event is queued. 12 attempts have failed.")
  expect(webhookItem({ counts: one }), "an open dialog stays").toHaveProperty("retry")
  expect(webhookItem({}, { hasDeveloperAccess: false })).not.toHaveProperty("retry")
})

it("says who can retry the events to those who may not", () => {
  const item = webhookItem({}, { canAdminister: false })
  expect(item?.detail).toMatch(/An owner or admin can retry the events now\.$/)
  expect(item).not.toHaveProperty("retry")
  const none = { pending: 0, in_flight: 0, held: 0, scheduled: 0 }
  const detail = (webhook: Partial<Webhook>, visitor = {}) =>
    webhookItem(webhook, { canAdminister: false, ...visitor })?.detail
  expect(detail({ counts: none })).toBe("12 attempts have failed.")
  const queued = "41 events are queued. 12 attempts have failed."
  expect(detail({ counts: { ...none, pending: 41 } }), "nothing is scheduled").toBe(queued)
  expect(detail({}, { hasDeveloperAccess: false }), "another plan").toBe(queued)
})

it("offers no retry for a disabled webhook, and counts its held events once", () => {
  const disabled = {
    state: "disabled_auto",
    health: "disabled",
    why: "Disabled: It is gone. 3 events are held.",
  } as const
  const item = webhookItem({ ...disabled, counts: { pending: 0, in_flight: 0, held: 3, scheduled: 0 } })
  expect(item?.detail).toBe("It is gone. 3 events are held.")
  expect(item).not.toHaveProperty("retry")
})

it("calls a failing webhook paused if the plan has no webhooks", () => {
  const why = "The team's plan does not include webhooks. 41 events are held."
  const item = webhookItem({ health: "paused", why }, { hasDeveloperAccess: false })
  expect(item).toMatchObject({ title: "The webhook to a.example/hook is paused.", detail: why })
})

it.each([
  ["Sessions fell by 68%", "Bergamo Bikes: Sessions fell by 68%"],
  ["AI visibility of Bergamo Bikes fell by 15 points", "AI visibility of Bergamo Bikes fell by 15 points"],
])("names the client of the signal %j once", (title, expected) => {
  const client = { ...exampleSignal.client, name: "Bergamo Bikes" }
  const signal = { ...exampleSignal, title, client } as Signal
  const [item] = attentionItems(
    { webhooks: [], incidents: [{ lead: signal, others: [] }], sources: [], scans: [] },
    admin,
  )
  expect(item?.title).toBe(expected)
})

it("names the other signals of an incident", () => {
  const lead = { ...exampleSignal, summary: "Sessions fell." } as Signal
  const others = [
    { ...exampleSignal, title: "Clicks fell" } as Signal,
    { ...exampleSignal, title: "Spend fell" } as Signal,
  ]
  const found = { webhooks: [], incidents: [{ lead, others }], sources: [], scans: [] }
  const items = attentionItems(found, admin)
  expect(items.map(({ detail }) => detail)).toEqual(["Sessions fell. Also: Clicks fell · Spend fell."])
})

it("counts a stale source as new from the time when it became stale", () => {
  const source = { ...exampleDataSource, status: "active", sync_frequency: "daily" } as Source
  const stale = { ...source, last_success_at: "2026-11-18T06:00:00.000Z" }
  const found = { webhooks: [], incidents: [], sources: [stale], scans: [] }
  expect(attentionItems(found, admin)).toMatchObject([
    { at: "2026-11-18T06:00:00.000Z", listedAt: "2026-11-20T06:00:00.000Z" },
  ])
})
