/** Times of log entries and of scheduled events. */
"use client"

import { formatScheduled } from "./format-date"
import { daysUntil, FormattedTime, formatRelative } from "./time"

/** The time of an entry: relative on the same day, and "Fri 27 Nov, 14:03" for earlier days. */
export const LoggedTime = ({ at }: { at: string }) => <FormattedTime at={at} format={formatLogged} />

/** A day and time, without a relative form: "Fri 27 Nov, 14:03". */
export const ScheduledTime = ({ at }: { at: string }) => <FormattedTime at={at} format={formatScheduled} />

/** Entries of other years include the year. `now`: in milliseconds. */
export function formatLogged(moment: Date, zone: string | undefined, now = Date.now()) {
  if (daysUntil(moment, zone, now) === 0) return formatRelative(moment, zone, now)
  const year = yearOf(moment, zone)
  const isOfThisYear = year === yearOf(new Date(now), zone)
  return isOfThisYear ? formatScheduled(moment, zone) : formatScheduled(moment, zone).replace(",", ` ${year},`)
}

const yearOf = (moment: Date, timeZone: string | undefined) =>
  moment.toLocaleDateString("en-GB", { year: "numeric", timeZone })
