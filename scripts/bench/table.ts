/** Prints numbers as a Markdown table, for the terminal and for docs/performance.md. */
export function printTable(title: string, rows: Record<string, string | number>[]) {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  console.log(`\n${title}\n`)
  console.log(`| ${columns.join(" | ")} |`)
  console.log(`|${columns.map(() => " --- ").join("|")}|`)
  for (const row of rows) console.log(`| ${columns.map((c) => row[c] ?? "").join(" | ")} |`)
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))
