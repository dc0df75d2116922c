/** Formats a date, such as 12 Nov 2026. */
export const formatDate = (date: Date, timeZone?: string) =>
  date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone })
