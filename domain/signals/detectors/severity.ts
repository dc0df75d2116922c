/** Decides how serious a finding is, and whether a change is good or bad for the client. */
import { metricOf } from "@/domain/metrics/catalogue"
import type { Finding, Severity } from "../finding"

type Direction = Finding["direction"]
type Impact = Finding["impact"]

/** Bad deviations of at least this many standard deviations are critical. */
const criticalDeviation = 6
/** Bad changes of AI visibility by at least this many percentage points are critical. */
const criticalPoints = 15
/** A spend forecast above this share of the budget is critical. */
const criticalForecast = 1.25

export function impactOf(metricId: string, direction: Direction): Impact {
  const { direction: better } = metricOf(metricId)
  if (direction === "none" || better === "neutral") return "neutral"
  return (direction === "up") === (better === "more_is_better") ? "positive" : "negative"
}

export const oppositeImpact = (impact: Impact): Impact => opposites[impact]

const opposites = { positive: "negative", negative: "positive", neutral: "neutral" } as const

/** `score`: standard deviations from the expected value, with either sign. */
export const severityOfDeviation = (score: number, impact: Impact): Severity =>
  impact === "negative" && Math.abs(score) >= criticalDeviation ? "critical" : "warning"

/** `change`: difference between two shares, so 0.15 is 15 percentage points. */
export const severityOfPoints = (change: number, impact: Impact): Severity =>
  impact === "negative" && toPoints(change) >= criticalPoints ? "critical" : "warning"

/** The size of a difference between two shares in percentage points, without the rounding noise of binary fractions. */
export const toPoints = (change: number): number => Number((Math.abs(change) * 100).toFixed(9))

/** `share`: forecast divided by budget. */
export const severityOfForecast = (share: number): Severity => (share > criticalForecast ? "critical" : "warning")
