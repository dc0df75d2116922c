/** Formats dates: 12 Nov 2026, and with the time for what is scheduled or logged. */
export const formatDate = (date: Date, timeZone?: string) =>
  date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone })

/** "Mon 30 Nov, 05:00" */
export const formatScheduled = (date: Date, timeZone?: string) =>
  `${date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone }).replace(",", "")}, ${date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone })}`
