/** Reads all pages of a list, for names and menus that must be complete. */
import "server-only"

type Page<Row> = { data: Row[]; meta: { next_cursor: string | null } }

/** `readPage` reads the page at `cursor`. Without a cursor, it reads the first page. */
export async function allPages<Row>(readPage: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    rows.push(...page.data)
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  return rows
}
