/**
 * Reads all pages of a paged list for a CSV file. It follows the links to the next pages, and takes the rows of their
 * tables. So the file has the columns, filters and order of the page.
 */
import { settleStreamedHtml } from "./streamed-html"
import { linesOf } from "./table-csv"

/** The download stops after this number of pages, which is 5,000 rows of most lists. */
export const maxPages = 100

type Lines = string[][]
export type AllPages = {
  lines: Lines
  /** True if the list has more than `maxPages` pages. */
  isCut: boolean
}

type Options = {
  signal: AbortSignal
  /** Called after each page with the number of rows so far. */
  onProgress: (rowCount: number) => void
}

/** `frame` is the element around the table of the page. Throws if a page cannot be loaded. */
export async function readAllPages(frame: HTMLElement, { signal, onProgress }: Options): Promise<AllPages> {
  const { first } = pageLinks(frame)
  const pages: Lines[] = []
  let rowCount = 0
  let url: string | undefined
  for (let current = first ? await loadFrame(first, frame, signal) : frame; ; ) {
    const lines = linesInside(current, frame)
    pages.push(lines)
    rowCount += lines.length - 1
    onProgress(rowCount)
    url = pageLinks(current).next
    if (!url || pages.length === maxPages) break
    current = await loadFrame(url, frame, signal)
  }
  return { lines: mergePages(pages), isCut: url !== undefined }
}

/** The addresses of the first and the next page of the list in `frame`. Undefined where the pager has no such link. */
function pageLinks(frame: HTMLElement): { first?: string | undefined; next?: string | undefined } {
  // The pager of a list is the next one after it. Another table in between means that the list has no pager.
  const all = [...frame.ownerDocument.querySelectorAll<HTMLElement>("[data-table-options], [data-pager]")]
  const pager = all[all.indexOf(frame) + 1]
  if (!pager || pager.dataset["pager"] === undefined) return {}
  const hrefOf = (rel: string) => pager.querySelector(`a[rel=${rel}]`)?.getAttribute("href") ?? undefined
  return { first: hrefOf("first"), next: hrefOf("next") }
}

/** Requests a page, and returns the element around the table with the same name as the one in `frame`. */
async function loadFrame(url: string, frame: HTMLElement, signal: AbortSignal): Promise<HTMLElement> {
  const response = await fetch(url, { signal, headers: { accept: "text/html" } })
  if (!response.ok) throw new Error(`The page ${url} responded with the status ${response.status}.`)
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  settleStreamedHtml(page)
  const frames = [...page.querySelectorAll<HTMLElement>("[data-table-options]")]
  const found = frames.find(({ dataset }) => dataset["tableOptions"] === frame.dataset["tableOptions"])
  if (!found) throw new Error(`The page ${url} has no such table.`)
  return found
}

/**
 * The lines of the table in `source`. A table of another page is put into `frame` for a moment, because only there do
 * the styles say which columns are hidden.
 */
function linesInside(source: HTMLElement, frame: HTMLElement): Lines {
  const table = source.querySelector("table")
  if (!table) return []
  if (source === frame) return linesOf(table)
  const holder = document.createElement("div")
  holder.hidden = true
  const copy = document.importNode(table, true)
  holder.append(copy)
  frame.append(holder)
  const lines = linesOf(copy)
  holder.remove()
  return lines
}

/**
 * Joins the lines of several pages, each with a line of headers. A page can lack a column that no row of it needs, so
 * cells are matched by the header of their column.
 */
export function mergePages(pages: Lines[]): Lines {
  const columns: string[] = []
  for (const [headers = []] of pages) for (const key of keysOf(headers)) if (!columns.includes(key)) columns.push(key)
  const rows = pages.flatMap(([headers = [], ...lines]) => {
    const keys = keysOf(headers)
    return lines.map((line) => columns.map((column) => line[keys.indexOf(column)] ?? ""))
  })
  return [columns.map((key) => key.slice(0, key.lastIndexOf(" "))), ...rows]
}

/** The headers, each with how often it stood before, because several columns can have the same or an empty header. */
const keysOf = (headers: string[]) =>
  headers.map((header, index) => `${header} ${headers.slice(0, index).filter((other) => other === header).length}`)
