/** Formats counts and costs for people. */

/** Formats 1024 as "1,024". */
export const count = (n: number) => n.toLocaleString("en")

/** Returns "1 answer" or "1,024 answers". */
export const pluralize = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`

/** Formats a cost as "$0.41", or as "under $0.01". */
export function formatCost(dollars: number): string {
  if (dollars > 0 && dollars < 0.01) return "under $0.01"
  return dollars.toLocaleString("en", { style: "currency", currency: "USD" })
}
