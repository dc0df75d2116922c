/** A moment for an axis: 14:00 within a day, 12 Nov beyond. `zone` undefined: the viewer's. */
import type { Range } from "./range-links"

export const momentLabel = (moment: string, range: Range, zone: string | undefined) =>
  new Date(moment).toLocaleString("en-GB", {
    ...(range === "24h"
      ? { hour: "2-digit", minute: "2-digit" }
      : range === "7d"
        ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }
        : { day: "numeric", month: "short" }),
    timeZone: zone,
  })
