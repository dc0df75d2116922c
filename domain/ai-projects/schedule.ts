/** Schedules of a project's scans, and the times they produce. */
import { Cron } from "croner"
import { z } from "zod"
import { timezone } from "@/domain/kernel/fields"

export const schedule = z
  .strictObject({
    every: z
      .enum(["manual", "daily", "weekly", "monthly"])
      .meta({ description: "How often scans start. `manual`: never automatically." }),
    hour: z
      .int()
      .min(0)
      .max(23)
      .optional()
      .meta({ description: "The hour of the day, in the schedule's time zone. Default: 6." }),
    minute: z.int().min(0).max(59).optional().meta({ description: "The minute of the hour. Default: 0." }),
    weekday: z.int().min(1).max(7).optional().meta({
      description: "The day of the week, from 1 (Monday) to 7 (Sunday). Only for weekly schedules. Default: 1.",
    }),
    day: z.int().min(1).max(31).optional().meta({
      description:
        "The day of the month. In shorter months, the last day is used. Only for monthly schedules. Default: 1.",
    }),
    timezone: timezone()
      .optional()
      .meta({ description: "An IANA time zone. Default: the client's time zone, or else the team's." }),
  })
  .meta({ description: "When scans start automatically." })
export type Schedule = z.output<typeof schedule>

/** Maximum number of scheduled scans in one calendar month. */
export const maxScansPerMonth = ({ every }: Schedule) => ({ manual: 0, daily: 31, weekly: 5, monthly: 1 })[every]

/**
 * Returns the first scheduled time after `after`, or null for a manual schedule. A time that daylight saving skips runs
 * when the clocks have moved forward. A time that occurs twice runs once.
 */
export function nextOccurrence(schedule: Schedule, timezone: string, after: Date): Date | null {
  const occurrences = cronsOf(schedule).flatMap(
    (cron) => new Cron(cron, { timezone, paused: true }).nextRun(after) ?? [],
  )
  const [first = null] = occurrences.sort((a, b) => a.getTime() - b.getTime())
  return first
}

/** Returns cron expressions. The schedule's times are those of all of them together. */
function cronsOf({ every, hour = 6, minute = 0, weekday = 1, day = 1 }: Schedule): string[] {
  const time = `${minute} ${hour}`
  if (every === "daily") return [`${time} * * *`]
  if (every === "weekly") return [`${time} * * ${weekday}`]
  if (every === "monthly") return daysOf(day).map((days) => `${time} ${days} *`)
  return []
}

/** Cron day and month fields for `day` of every month, or the last day (L) of months that are shorter. */
function daysOf(day: number): string[] {
  if (day <= 28) return [`${day} *`]
  return day === 31 ? ["L *"] : [`${day} 1,3-12`, "L 2"]
}
