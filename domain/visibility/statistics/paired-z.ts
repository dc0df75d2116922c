/** Paired z test over cells: z = sum of the differences / square root of the sum of their squares. */
import jStat from "jstat"

export type Paired = { z: number; p: number }

/** `sum` and `squares` are taken over the differences of all cells. p is two-sided. When no cell changed, z is 0 and p is 1. */
export function pairedZ(sum: number, squares: number): Paired {
  if (squares <= 0) return { z: 0, p: 1 }
  const z = sum / Math.sqrt(squares)
  return { z, p: 2 * jStat.normal.cdf(-Math.abs(z), 0, 1) }
}
