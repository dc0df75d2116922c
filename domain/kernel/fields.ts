/** Schemas of single values that many operations share, with the descriptions that the documentation shows. */
import { z } from "zod"

/**
 * A timestamp in UTC with milliseconds. Accepts a Date (from Prisma), a string (from `rows`), and `+00:00` (from JSON
 * that Postgres wrote).
 */
export const timestamp = () =>
  z
    .preprocess(toUtc, z.iso.datetime({ precision: 3 }))
    .meta({ type: "string", format: "date-time", examples: ["2026-11-20T06:12:03.123Z"] })

function toUtc(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  return typeof value === "string" && value.endsWith("+00:00") ? new Date(value).toISOString() : value
}

/** The fields `created_at` and `updated_at` of a resource. */
export const createdAt = () => timestamp().meta({ description: "The time of creation." })
export const updatedAt = () => timestamp().meta({ description: "The time of the last change." })

/** A calendar date. Each field says in which time zone. */
export const calendarDate = () =>
  z
    .preprocess((v) => (v instanceof Date ? v.toISOString().slice(0, 10) : v), z.iso.date())
    .meta({ type: "string", format: "date", examples: ["2026-11-19"] })

/** First and last date that a caller may name. Within these bounds neither Postgres nor period arithmetic overflows. */
const firstDay = "1970-01-01"
const lastDay = "2199-12-31"

function isWithinBounds(value: string) {
  const at = Date.parse(value)
  // A value that is not a date at all gets a different error.
  return Number.isNaN(at) || (at >= Date.parse(firstDay) && at <= Date.parse(`${lastDay}T23:59:59.999Z`))
}
const outOfBounds = {
  error: `is not between ${firstDay} and ${lastDay}`,
  params: { fix: `Use a date from ${firstDay} to ${lastDay}.` },
}

/** A date from the caller. */
export const dateInput = (description: string) =>
  z.iso
    .date()
    .refine(isWithinBounds, outOfBounds)
    .meta({ description, examples: ["2026-11-01"] })

/** A timestamp from the caller in RFC 3339. A date alone means 00:00 UTC of that day. */
export const dateOrTimestampInput = (description: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .refine(isWithinBounds, outOfBounds)
    .meta({ description, examples: ["2026-11-01T00:00:00.000Z"] })

/** A timestamp from the caller. The time is required. */
export const timestampInput = () => z.iso.datetime({ offset: true }).refine(isWithinBounds, outOfBounds)

/** Any code of three letters, because platforms may report codes that ISO 4217 does not have. */
export const currencyCode = () =>
  z
    .string()
    .length(3)
    .meta({ description: "A three-letter ISO 4217 currency code.", examples: ["USD"] })

/** A currency from the caller. */
export const currencyInput = () => currencyCode().refine(isCurrency, { error: "is not a currency code, such as EUR" })

/** Returns false for XXX (no currency) and XTS (for tests), which are also codes of ISO 4217. */
export const isCurrency = (code: string) => currencyCodes.has(code)

const currencyCodes = new Set(Intl.supportedValuesOf("currency").filter((code) => code !== "XXX" && code !== "XTS"))

export const timezone = () => z.string().max(64).refine(isTimezone, noTimezone).meta(describedTimezone)

/** A time zone from the caller. */
export const timezoneInput = () =>
  z
    .string()
    .max(64)
    .refine((name) => isTimezone(name) && !isKnownToNodeOnly(name), noTimezone)
    .meta(describedTimezone)

const describedTimezone = { description: "An IANA time zone.", examples: ["Europe/Rome"] }
const noTimezone = { error: "is not an IANA time zone, such as Europe/Rome" }

/**
 * Time zones of Node that are not in the IANA list. Postgres does not know them, or reads them differently: in Postgres
 * `+05:30` is west of UTC, and `IST` is the time of Israel.
 */
const isKnownToNodeOnly = (name: string) => /^(?:[+-]|SystemV\/)/i.test(name) || namesOfNodeOnly.has(name.toLowerCase())
const namesOfNodeOnly = new Set(
  `act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst us/pacific-new
  canada/east-saskatchewan`.split(/\s+/),
)

function isTimezone(name: string) {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Email addresses are stored in lower case, so that one address is one account. */
export const emailInput = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .check(z.email("is not an email address"))
    .meta({ description: "An email address.", examples: ["ada@example.com"] })

/** Removes what Postgres cannot store: NUL and unpaired surrogates. */
export const withoutUnstorableCharacters = (text: string) => text.toWellFormed().replaceAll("\0", "")

/** True if the text has no line breaks, tabs or other control characters. */
export const isSingleLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text)

/** One line of text without the characters that Postgres cannot store, with at most `maxCharacters` characters. */
export const singleLineText = (maxCharacters: number) =>
  z
    .string()
    .transform((text) => withoutUnstorableCharacters(text).replaceAll(/\s+/g, " "))
    .pipe(z.string().trim().min(1).max(maxCharacters))
