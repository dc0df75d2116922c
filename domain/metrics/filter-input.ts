/** Parses the `filter` parameter of a metric query in a URL: `filter=device:Computer&filter=device:Tablet`. */
import { z } from "zod"

/** A flat list, because OpenAPI defines no way to write an object of lists in a query string. */
export const filterInput = z
  .array(
    z
      .string()
      .max(600)
      .regex(/^[^:]+:./s, "is not a dimension, a colon and a value, such as device:Computer"),
  )
  .max(300)
  .default([])
  .meta({
    explode: true,
    description:
      "Only this value of a dimension, as `dimension:value`. Repeat the parameter for more: several values of one dimension are alternatives. Commas and further colons belong to the value",
    examples: [["device:Computer", "device:Tablet"]],
  })

/** Groups the values by dimension. */
export const filterOf = (list: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(list, (item) => item.slice(0, item.indexOf(":")))].map(([dimension, items]) => [
      dimension,
      items.map((item) => item.slice(dimension.length + 1)),
    ]),
  )
