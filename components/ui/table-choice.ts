/** Stores which columns and density a user chose for a table. Browsers that block storage keep no choice. */

/** `shownColumns`: those of `initiallyHidden` that the user shows. Choices of earlier versions have none. */
export type TableChoice = { hiddenColumns: string[]; shownColumns?: string[]; isCompact: boolean }

const keyOf = (table: string) => `table ${table}`

/** Undefined without a choice. */
export function readTableChoice(table: string): TableChoice | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(table)) ?? "null") ?? undefined
  } catch {
    return undefined
  }
}

export function storeTableChoice(table: string, choice: TableChoice) {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(choice))
  } catch {}
}
