/** Formats a scan schedule. */
import type { Data } from "@/components/api/types"
import { weekdays } from "@/components/days"

type Schedule = Data<"aiVisibility", "getProject">["schedule"]

/**
 * "Scans start on Mondays at 06:00 (Europe/Rome)." `zone` is used when the schedule sets no time zone.
 */
export function describeSchedule(schedule: Schedule, zone?: string): string {
  const { every, hour = 6, minute = 0, weekday = 1, day = 1, timezone = zone } = schedule
  if (every === "manual") return "Scans start manually."
  const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
  const when = {
    daily: "every day",
    weekly: `on ${weekdays[weekday - 1]}s`,
    monthly: `on ${day === 31 ? "the last day" : `day ${day}`} of the month`,
  }[every]
  return `Scans start ${when} at ${time}${timezone ? ` (${timezone})` : ""}.`
}

/** "Mon, 23 Nov 2026, 06:00", in the schedule's time zone. */
export const formatScanTime = (at: string, timeZone: string) =>
  new Date(at).toLocaleString("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  })
