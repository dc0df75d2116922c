/** Formats dates: 12 Nov 2026, and with the time for what is scheduled or logged. */
export const formatDate = (date: Date, timeZone?: string) =>
  date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone })

/** "Mon 30 Nov, 05:00" */
export const formatScheduled = (date: Date, timeZone?: string) =>
  `${date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone }).replace(",", "")}, ${date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone })}`

/** "31 October to 27 November 2026", from two dates such as 2026-11-27. Parts that both dates share appear once. */
export const formatLongPeriod = ({ from, to }: { from: string; to: string }) =>
  longDates
    .formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
    .split("–")
    .map((date) => date.trim())
    .join(" to ")

const longDates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })
