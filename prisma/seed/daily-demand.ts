/**
 * Computes each day's demand relative to a weekday of the peak month at today's level. Also defines the one day with an
 * outage of tracking.
 */
import { daysBetween, weekday } from "@/domain/metrics/calendar"
import type { Profile } from "./profiles"

/** The first client's website lost its analytics tag on this day, the one anomaly in the sample data. */
export const trackingOutageDaysAgo = 9

export function demandOn(day: string, today: string, { trend, weekend, peak }: Profile): number {
  const age = daysBetween(day, today)
  const growth = (1 + trend) ** (-age / 365)
  const season = 1 + (peak.drop / 2) * (Math.cos(((monthOf(day) - peak.month) / 12) * 2 * Math.PI) - 1)
  return growth * season * (weekday(day) > 5 ? weekend : 1)
}

export const isTrackingOutage = (day: string, today: string, { slug }: Profile) =>
  slug === "bergamo-bikes" && daysBetween(day, today) === trackingOutageDaysAgo

/** In months and fractions of a month. */
const monthOf = (day: string) => Number(day.slice(5, 7)) + Number(day.slice(8)) / 31
