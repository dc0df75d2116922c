/** Applies the retention rule of one table: deletes expired rows, then clears expired contents of rows that stay. */
import { retention } from "./retention"

/** The tables with a rule that deletes or clears, in the order in which they must be processed. */
export const expiringTables = Object.entries(retention)
  .filter(([, rule]) => "deleteExpired" in rule || "clearExpired" in rule)
  .map(([table]) => table)

/** Returns how many rows were cleared and deleted. */
export async function deleteExpired(table: string): Promise<{ cleared: number; deleted: number }> {
  const rule = retention[table]
  if (!rule) throw new Error(`The table ${table} has no retention rule.`)
  const deleted = "deleteExpired" in rule ? await rule.deleteExpired() : 0
  const cleared = "clearExpired" in rule ? ((await rule.clearExpired?.()) ?? 0) : 0
  return { cleared, deleted }
}
