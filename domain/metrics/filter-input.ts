/** Parses the `filter` parameter of a metric query in a URL: `filter=device:Computer&filter=device:Tablet`. */
import { z } from "zod"

/** A flat list, because OpenAPI defines no way to write an object of lists in a query string. */
export const filterInput = z
  .array(
    z
      .string()
      .max(600)
      .regex(/^[^:]+:./s, "is not a dimension and a value separated by a colon, such as device:Computer"),
  )
  .max(300)
  .default([])
  .meta({
    explode: true,
    description:
      "Only rows with this value of a dimension, as `dimension:value`. Several entries filter by several dimensions, or by several values of one dimension. Rows match if they have any of a dimension's values. The value can contain commas and colons.",
    examples: [["device:Computer", "device:Tablet"]],
  })

/** Groups the values by dimension. */
export const parseFilter = (list: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(list, (item) => item.slice(0, item.indexOf(":")))].map(([dimension, items]) => [
      dimension,
      items.map((item) => item.slice(dimension.length + 1)),
    ]),
  )
