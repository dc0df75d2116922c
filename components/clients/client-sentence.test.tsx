import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { ClientSentence } from "./client-sentence"

const column = (id: string, label: string, unit = "count") => ({ id, label, unit, currency: null })
const value = (now: number, delta_rel: number | null) => ({
  ...{ value: now, previous: null, delta_rel, trend_is: "neutral" },
  delta_abs: delta_rel === null ? null : now * delta_rel,
})

function sentence(changes: [label: string, now: number, delta_rel: number | null][], range = "last_28_days") {
  const columns = changes.map(([label]) => column(label, label))
  const totals = Object.fromEntries(changes.map(([label, now, change]) => [label, value(now, change)]))
  const days = { from: "2026-11-01", to: "2026-11-12" }
  const html = renderToString(
    <ClientSentence columns={columns as never} totals={totals as never} range={range} days={days} />,
  )
  return html.replaceAll(/<!-- -->|<[^>]*>/g, "")
}

it("leads with the most important metric and names the two largest other changes", () => {
  const changes = [
    ["Revenue", 5400, -0.183],
    ["Sessions", 900, 0.06],
    ["Key events", 131, -0.2],
    ["ROAS", 3, 0.5],
  ] as [string, number, number][]
  expect(sentence(changes)).toBe(
    "Revenue fell 18.3% to 5,400 in the last 28 days. ROAS rose 50.0% and key events fell 20.0%.",
  )
})

it("says when no other metric changed clearly", () => {
  const changes: [string, number, number][] = [
    ["Revenue", 5400, 0.1],
    ["Sessions", 900, 0.01],
  ]
  expect(sentence(changes, "custom")).toBe(
    "Revenue rose 10.0% to 5,400 from 1 Nov to 12 Nov 2026. The other key metrics changed by less than 5%.",
  )
})

it("is missing without a comparison", () => {
  expect(sentence([["Revenue", 5400, null]])).toBe("")
})
