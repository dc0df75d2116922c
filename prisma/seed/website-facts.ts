/** Creates one day of a client's website data: sessions, their outcomes and their channels. */
import { demandOn, isTrackingOutage } from "./daily-demand"
import type { Profile } from "./profiles"
import { noise, type Random } from "./random"

export type DayFact = {
  metric_id: string
  value: number
  dims?: Record<string, string>
  /** The period that the value covers. Only set for users, because daily users cannot be added up. */
  grain?: "day" | "week" | "month"
}

const channels = {
  "Organic Search": 0.38,
  Direct: 0.21,
  "Paid Search": 0.17,
  "Organic Social": 0.11,
  Email: 0.08,
  Referral: 0.05,
}
/** The share of visits that analytics still counts while the tag is missing. */
const countedDuringOutage = 0.31
const devices = { mobile: 0.61, desktop: 0.34, tablet: 0.05 }

export function websiteFacts(profile: Profile, day: string, today: string, random: Random): DayFact[] {
  const level = profile.dailySessions * demandOn(day, today, profile) * noise(random, 0.09)
  const visits = isTrackingOutage(day, today, profile) ? level * countedDuringOutage : level
  const parts = Object.entries(profile.isDetailed ? channels : { all: 1 }).map(([channel, share]) =>
    visitsOf(profile, Math.round(visits * share * noise(random, 0.05)), channel, random),
  )
  const total = (metricId: string) =>
    Number(parts.reduce((sum, part) => sum + (part.totals[metricId] ?? 0), 0).toFixed(2))
  const names = Object.keys(parts[0]?.totals ?? {})
  const sessions = total("sessions")
  const aiShare = 0.034 * demandOn(day, today, { ...profile, trend: 3, peak: { month: 1, drop: 0 }, weekend: 1 })
  return [
    ...names.map((metric_id) => ({ metric_id, value: total(metric_id) })),
    { metric_id: "users", value: Math.round(sessions * 0.86), grain: "day" },
    { metric_id: "avg_session_duration.sum", value: Math.round(sessions * 96 * noise(random, 0.06)) },
    { metric_id: "avg_session_duration.weight", value: sessions },
    { metric_id: "ai_referral_sessions", value: Math.round(sessions * aiShare) },
    ...(profile.isDetailed ? breakdowns(parts, sessions) : []),
  ]
}

type Part = { channel: string; totals: Record<string, number> }

function visitsOf({ orderValue }: Profile, sessions: number, channel: string, random: Random): Part {
  const purchases = Math.round(sessions * 0.021 * noise(random, 0.2))
  const engaged_sessions = Math.round(sessions * 0.58 * noise(random, 0.05))
  return {
    channel,
    totals: {
      sessions,
      engaged_sessions,
      new_users: Math.round(sessions * 0.55 * noise(random, 0.04)),
      page_views: Math.round(sessions * 3.1 * noise(random, 0.06)),
      key_events: orderValue ? purchases : Math.round(sessions * 0.034 * noise(random, 0.25)),
      ...(orderValue && { purchases, revenue: Math.round(purchases * orderValue * noise(random, 0.12) * 100) / 100 }),
    },
  }
}

/** Each breakdown adds up to the day's total. */
function breakdowns(parts: Part[], sessions: number): DayFact[] {
  const byChannel = parts.flatMap(({ channel, totals }) =>
    ["sessions", "key_events", "revenue"].map((metric_id) => ({
      metric_id,
      value: totals[metric_id] ?? 0,
      dims: { channel },
    })),
  )
  const mobile = Math.round(sessions * devices.mobile)
  const tablet = Math.round(sessions * devices.tablet)
  const byDevice = Object.entries({ mobile, tablet, desktop: sessions - mobile - tablet })
  return [...byChannel, ...byDevice.map(([device, value]) => ({ metric_id: "sessions", value, dims: { device } }))]
}
