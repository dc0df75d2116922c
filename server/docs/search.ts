/** Full-text search over the sections of all documentation pages. */
import "server-only"
import MiniSearch from "minisearch"
import { docsPages } from "./pages"
import { sectionsOf } from "./sections"

type Entry = { id: string; path: string; page: string; heading: string; text: string }
export type DocsHit = Pick<Entry, "path" | "page" | "heading"> & { excerpt: string }

const maxHits = 30
const excerptCharacters = 180

let index: Promise<MiniSearch<Entry>> | undefined

export async function searchDocs(query: string): Promise<DocsHit[]> {
  index ??= buildIndex()
  const options = { prefix: true, fuzzy: 0.15, boost: { page: 3, heading: 4 }, combineWith: "AND" as const }
  return (await index)
    .search(query, options)
    .slice(0, maxHits)
    .map(({ path, page, heading, text, terms }) => ({ path, page, heading, excerpt: excerpt(text, terms) }))
}

async function buildIndex() {
  const index = new MiniSearch<Entry>({
    fields: ["page", "heading", "text"],
    storeFields: ["path", "page", "heading", "text"],
  })
  for (const { path, title, read } of docsPages) {
    const sections = sectionsOf(await read()).map(({ level, title: heading, anchor, text }) => {
      const target = level > 1 ? `${path}#${anchor}` : path
      return { id: target, path: target, page: title, heading, text }
    })
    index.addAll(sections)
  }
  return index
}

/** The part of `text` around the first of `terms`. */
function excerpt(text: string, terms: string[]) {
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((i) => i >= 0), text.length) - 60,
  )
  const start = at === 0 || at >= text.length - 60 ? 0 : text.indexOf(" ", at) + 1
  const end = start + excerptCharacters
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`
}
