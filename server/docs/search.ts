/** Full-text search over the sections of all documentation pages. */
import "server-only"
import MiniSearch, { type SearchOptions } from "minisearch"
import { docsPages } from "./pages"
import { sectionsOf } from "./sections"

type Entry = { id: string; path: string; page: string; heading: string; text: string }
export type DocsHit = Pick<Entry, "path" | "page" | "heading"> & { excerpt: string }

const maxHits = 30
const excerptCharacters = 180
const charactersBeforeTerm = 60
/** Searching takes time in proportion to the words, and the search is public. */
const maxWords = 8
/** Shorter words are the start of too many others. */
const minPrefixCharacters = 3

let index: Promise<MiniSearch<Entry>> | undefined

export async function searchDocs(query: string): Promise<DocsHit[]> {
  index ??= buildIndex().catch((error) => {
    index = undefined // the next search tries again
    throw error
  })
  return (await index)
    .search(query, searchOptions)
    .slice(0, maxHits)
    .map(({ path, page, heading, text, terms }) => ({ path, page, heading, excerpt: excerpt(text, terms) }))
}

const tokenize = MiniSearch.getDefault("tokenize")

const searchOptions: SearchOptions = {
  tokenize: (text) => tokenize(text).slice(0, maxWords),
  // The last word may still be typed.
  prefix: (word, i, words) => word.length >= minPrefixCharacters || i === words.length - 1,
  fuzzy: 0.15,
  boost: { page: 3, heading: 4 },
  combineWith: "AND",
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
  const start = excerptStart(text, terms)
  const end = start + excerptCharacters
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`
}

/** Starts at a word about 60 characters before the first term, or at 0 if the text contains no term. */
function excerptStart(text: string, terms: string[]) {
  const positions = terms.map((term) => text.toLowerCase().indexOf(term)).filter((position) => position >= 0)
  const start = Math.min(...positions) - charactersBeforeTerm
  if (positions.length === 0 || start <= 0) return 0
  return text.indexOf(" ", start) + 1
}
