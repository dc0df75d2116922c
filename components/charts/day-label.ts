/** Formats a calendar date for an axis, such as 12 Nov. Uses UTC, so that no time zone shifts the date. */
export const dayLabel = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })
