import { expect, it } from "vitest"
import type { Signal } from "@/components/signals/signal-labels"
import type { Source } from "@/components/sources/source-labels"
import { exampleDataSource } from "@/domain/data-sources/data-source"
import { exampleSignal } from "@/domain/signals/signal"
import { attentionItems } from "./attention"

it("offers to reconnect a source only to those who may", () => {
  const source = { ...exampleDataSource, status: "reauth_required" } as Source
  const actionFor = (canReconnect: boolean) =>
    attentionItems({ webhooks: [], incidents: [], sources: [source], scans: [] }, { base: "/team", canReconnect })[0]
  expect(actionFor(true)).toMatchObject({ action: "Reconnect", detail: expect.stringContaining("until you reconnect") })
  expect(actionFor(false)).toMatchObject({
    action: "Open source",
    detail: expect.stringContaining("an owner or admin"),
  })
})

it.each([
  ["Sessions fell by 68%", "Bergamo Bikes: Sessions fell by 68%"],
  ["AI visibility of Bergamo Bikes fell by 15 points", "AI visibility of Bergamo Bikes fell by 15 points"],
])("names the client of the signal %j once", (title, expected) => {
  const client = { ...exampleSignal.client, name: "Bergamo Bikes" }
  const signal = { ...exampleSignal, title, client } as Signal
  const [item] = attentionItems(
    { webhooks: [], incidents: [{ lead: signal, others: [] }], sources: [], scans: [] },
    { base: "/team", canReconnect: true },
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
  const items = attentionItems(found, { base: "/team", canReconnect: true })
  expect(items.map(({ detail }) => detail)).toEqual(["Sessions fell. Also: Clicks fell · Spend fell."])
})

it("counts a stale source as new from the time when it became stale", () => {
  const source = { ...exampleDataSource, status: "active", sync_frequency: "daily" } as Source
  const stale = { ...source, last_success_at: "2026-11-18T06:00:00.000Z" }
  const found = { webhooks: [], incidents: [], sources: [stale], scans: [] }
  expect(attentionItems(found, { base: "/team", canReconnect: true })).toMatchObject([
    { at: "2026-11-18T06:00:00.000Z", listedAt: "2026-11-20T06:00:00.000Z" },
  ])
})
