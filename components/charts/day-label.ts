/** A calendar date for an axis: 12 Nov. Dates are dates: no zone shifts them. */
export const dayLabel = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })
