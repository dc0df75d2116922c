/** Tests the headline metrics of your brand: the badges of changes, and the bar of the position. */
import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import type { Row } from "./format-metrics"
import { Headline } from "./headline"
import { endOfRankAxis, RankBar } from "./interval-bar"

const metric = (value: number | null) => ({
  ...{ value, numerator: 8, denominator: 20, n: 20, ci: null, no_interval: "no_variation", confidence: "low" },
})
const row = (change: unknown, position: number | null = 2) =>
  ({
    brand: { kind: "own" },
    visibility: metric(0.4),
    share_of_voice: metric(0.2),
    average_position: metric(position),
    citation_rate: metric(0.1),
    sentiment_score: { ...metric(null), denominator: 0 },
    change,
  }) as unknown as Row
const rendered = (shown: Row) => renderToString(<Headline row={shown} />)
const count = (html: string, text: string) => html.split(text).length - 1

it("says for each metric that a first scan has no change, and nothing if a previous scan has no answers", () => {
  expect(count(rendered(row(null)), "First scan")).toBe(4)
  const withoutAnswers = rendered(row({ verdict: "not_comparable", previous: null, metrics: {} }))
  expect(withoutAnswers).not.toContain("First scan")
  expect(withoutAnswers).not.toContain("previously")
})

it("says that a lower position is better", () => {
  expect(rendered(row(null))).toContain("20 mentions · lower is better")
})

it("places a position on an axis from 1 to an end that fits the interval and the previous value", () => {
  expect([[1.2], [3.1, 2], [2, 5.5], [60]].map(endOfRankAxis)).toEqual([3, 5, 10, 60])
  const html = renderToString(<RankBar metric={{ value: 2, ci: { low: 1, high: 3 } }} previous={3} />)
  expect(html).toContain("left:calc(50% - 1px)") // the value 2 between 1 and 3
  expect(html).toContain("left:0%;right:calc(100% - 100%)") // the interval
  expect(html).toContain("left:calc(100% - 3.5px)") // the previous value
  expect(html.replace(/<[^>]*>/g, "")).toBe("13")
})

it("has no axis without a position", () => {
  expect(renderToString(<RankBar metric={{ value: null, ci: null }} />).replace(/<[^>]*>/g, "")).toBe("")
})
