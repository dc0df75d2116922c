/** Orders two texts by their UTF-16 code units, so that the order depends on no language. For `sort`. */
export function compareText(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}
