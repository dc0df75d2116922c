/** Sorts tables that show all their rows. The API sorts paginated lists. */

/** Reads the sort order in the URL. The first of the allowed orders is the default. */
export const sortFromQuery = <Order extends string>(sort: string | undefined, orders: readonly [Order, ...Order[]]) =>
  orders.find((order) => order === sort) ?? orders[0]

/** Returns the keys of an order-to-label map, as `sortFromQuery` expects them. */
export const ordersOf = <Order extends string>(names: Record<Order, string>) =>
  Object.keys(names) as [Order, ...Order[]]

type Value = string | number | null

/**
 * Sorts the rows by one of their values. A leading minus means descending order. Rows without a value come last, and an
 * unknown order changes nothing.
 */
export function sortRows<Row>(rows: Row[], sort: string, values: Record<string, (row: Row) => Value>): Row[] {
  // At runtime, Next passes a list for a parameter that the URL repeats.
  const order = String(sort)
  const name = order.replace(/^-/, "")
  const readValue = Object.hasOwn(values, name) ? values[name] : undefined
  if (!readValue) return rows
  const direction = order.startsWith("-") ? -1 : 1
  return rows.toSorted((a, b) => {
    const x = readValue(a)
    const y = readValue(b)
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return direction * compare(x, y)
  })
}

const compare = (x: string | number, y: string | number) =>
  typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y))
