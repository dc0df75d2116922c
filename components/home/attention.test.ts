import { expect, it } from "vitest"
import type { Source } from "@/components/sources/source-labels"
import { exampleDataSource } from "@/domain/data-sources/data-source"
import { attentionItems } from "./attention"

it("offers to reconnect a source only to those who may", () => {
  const source = { ...exampleDataSource, status: "reauth_required" } as Source
  const actionFor = (mayReconnect: boolean) =>
    attentionItems({ webhooks: [], signals: [], sources: [source], scans: [] }, { base: "/team", mayReconnect })[0]
  expect(actionFor(true)).toMatchObject({ action: "Reconnect", detail: expect.stringContaining("until you reconnect") })
  expect(actionFor(false)).toMatchObject({
    action: "Open source",
    detail: expect.stringContaining("an owner or admin"),
  })
})
