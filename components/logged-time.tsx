/** The time of an entry of a log: relative on the same day, and "Fri 27 Nov, 14:03" for earlier days. */
"use client"

import { formatScheduled } from "./format-date"
import { daysUntil, FormattedTime, formatRelative } from "./time"

export const LoggedTime = ({ at }: { at: string }) => <FormattedTime at={at} format={formatLogged} />

/** `now` in milliseconds. */
export const formatLogged = (moment: Date, zone: string | undefined, now = Date.now()) =>
  daysUntil(moment, zone, now) === 0 ? formatRelative(moment, zone, now) : formatScheduled(moment, zone)
