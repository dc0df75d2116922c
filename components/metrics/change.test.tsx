import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { Change } from "./change"

const spend = { unit: "money", currency: "EUR" } as const
const rate = { unit: "ratio", currency: null } as const

type Props = Parameters<typeof Change>[0]

function shown(value: Props["value"], column: Props["column"]) {
  const html = renderToString(<Change value={value} column={column} />)
  return { text: html.replaceAll(/<[^>]*>/g, ""), color: html.match(/text-(clear|danger|quiet)/)?.[1] }
}

it("has the color of its trend from 5% on, and names the trend for screen readers", () => {
  expect(shown({ delta_abs: -50, delta_rel: -0.05, trend_is: "bad" }, spend)).toEqual({
    text: "▼−5.0% (bad)",
    color: "danger",
  })
  expect(shown({ delta_abs: 50, delta_rel: 0.08, trend_is: "good" }, spend).color).toBe("clear")
  expect(shown({ delta_abs: -49, delta_rel: -0.049, trend_is: "bad" }, spend)).toEqual({
    text: "▼−4.9%",
    color: "quiet",
  })
})

it("has the color of its trend when the previous value was 0", () => {
  expect(shown({ delta_abs: 3, delta_rel: null, trend_is: "good" }, spend)).toEqual({
    text: "▲+3.0 (good)",
    color: "clear",
  })
})

it("shows a small change of a ratio with two decimals instead of as 0.0", () => {
  expect(shown({ delta_abs: -0.0004, delta_rel: -0.012, trend_is: "bad" }, rate).text).toBe("▼−0.04 points")
  expect(shown({ delta_abs: -0.012, delta_rel: -0.3, trend_is: "bad" }, rate).text).toBe("▼−1.2 points (bad)")
  expect(shown({ delta_abs: 0.00001, delta_rel: 0.0001, trend_is: "good" }, rate).text).toBe("0.00 points")
})

it("shows the change of a multiple in percent", () => {
  const roas = { ...rate, id: "ad_roas" }
  expect(shown({ delta_abs: -0.123, delta_rel: -0.026, trend_is: "bad" }, roas).text).toBe("▼−2.6%")
})
