/** When the scans of a project start by themselves. */
import { z } from "zod"
import { timezone } from "@/domain/fields"

export const schedule = z
  .strictObject({
    every: z.enum(["manual", "daily", "weekly", "monthly"]),
    hour: z
      .int()
      .min(0)
      .max(23)
      .optional()
      .meta({ description: "Of the day, in the schedule's time zone; 6 when left out" }),
    weekday: z
      .int()
      .min(1)
      .max(7)
      .optional()
      .meta({ description: "1 Monday to 7 Sunday; of weekly schedules, 1 when left out" }),
    day: z
      .int()
      .min(1)
      .max(31)
      .optional()
      .meta({ description: "Of the month, the last one where it is shorter; of monthly schedules, 1 when left out" }),
    timezone: timezone()
      .optional()
      .meta({ description: "IANA time zone; the client's, or else the team's, when left out" }),
  })
  .meta({ description: "When scans start by themselves" })
export type Schedule = z.output<typeof schedule>

/** The most that can fall into one calendar month. */
export const mostScansAMonth = ({ every }: Schedule) => ({ manual: 0, daily: 31, weekly: 5, monthly: 1 })[every]
