/**
 * Parses Markdown text into blocks: headings, paragraphs, list items, tables and code. HTML stays plain text. The page
 * renders these blocks, and the check of links in reports reads the same blocks.
 */
import type { Token } from "markdown-it"
import { markdown } from "./parser"
import { type Piece, piecesOf } from "./pieces"

/** `from` and `to` are offsets in the text. `mark` is the marker of a list item: "•" or a number. */
export type Block =
  | { kind: "heading" | "paragraph" | "quote"; pieces: Piece[] }
  | { kind: "item"; pieces: Piece[]; depth: number; mark: string }
  | { kind: "row"; cells: Piece[][]; isHead: boolean }
  | { kind: "code"; from: number; to: number }
  | { kind: "rule" }

/** Returns all blocks in text order. A line break inside a paragraph starts a new paragraph. */
export function blocksOf(text: string): Block[] {
  const env = {}
  // Both replacements preserve the offset of every character.
  const tokens = markdown.parse(text.replaceAll("\r\n", " \n").replaceAll("\r", "\n"), env)
  const reader = new BlockReader(text, env)
  for (const token of tokens) reader.read(token)
  return reader.blocks
}

/** Returns the URL of every link that the page shows for `text`. */
export const linksIn = (text: string): string[] =>
  blocksOf(text)
    .flatMap(piecesIn)
    .flatMap(({ href }) => href ?? [])

/** Returns all pieces of a block. Code and rules have none. */
export function piecesIn(block: Block): Piece[] {
  if (block.kind === "row") return block.cells.flat()
  return "pieces" in block ? block.pieces : []
}

class BlockReader {
  readonly blocks: Block[] = []
  readonly #lines: { from: number; to: number }[]
  #listDepth = 0
  #quoteDepth = 0
  #isHeading = false
  #isTableHead = false
  /** The marker of a list item whose first line has not been read yet. */
  #mark: string | null = null

  constructor(
    readonly text: string,
    readonly env: Record<string, unknown>,
  ) {
    this.#lines = [...linesOf(text)]
  }

  read(token: Token) {
    const { type, map, nesting } = token
    if (type.endsWith("list_open") || type.endsWith("list_close")) this.#listDepth += nesting
    else if (type.startsWith("blockquote")) this.#quoteDepth += nesting
    else if (type.startsWith("heading")) this.#isHeading = nesting > 0
    else if (type.startsWith("thead")) this.#isTableHead = nesting > 0
    else if (type === "list_item_open") this.#mark = token.info ? token.info + token.markup : "•"
    else if (type === "hr") this.blocks.push({ kind: "rule" })
    else if (type === "tr_open" && map) this.#readRow(map[0])
    else if (type === "fence" && map) this.#readCode(map[0] + 1, token.content)
    else if (type === "inline" && map) this.#readLines(map[0], token.content)
  }

  /** `content` contains the lines without leading and trailing syntax, such as a list marker. */
  #readLines(first: number, content: string) {
    for (const [i, line] of content.split("\n").entries()) {
      const words = line.trim()
      const start = this.#line(first + i).from
      const from = start + this.text.slice(start, this.#line(first + i).to).lastIndexOf(words)
      const pieces = piecesOf(this.text, from, from + words.length, this.env)
      if (words !== "") this.blocks.push(this.#blockOf(pieces))
    }
  }

  #blockOf(pieces: Piece[]): Block {
    if (this.#isHeading) return { kind: "heading", pieces }
    const mark = this.#mark
    this.#mark = null
    if (mark !== null) return { kind: "item", pieces, depth: Math.min(3, this.#listDepth - 1), mark }
    return { kind: this.#quoteDepth > 0 ? "quote" : "paragraph", pieces }
  }

  #readCode(first: number, content: string) {
    const lineCount = content.split("\n").length - 1
    if (lineCount === 0) return
    const last = first + lineCount - 1
    this.blocks.push({ kind: "code", from: this.#line(first).from, to: this.#line(last).to })
  }

  #readRow(number: number) {
    const { from, to } = this.#line(number)
    const cells = cellsIn(this.text, from, to).map((cell) => piecesOf(this.text, ...cell, this.env))
    this.blocks.push({ kind: "row", cells, isHead: this.#isTableHead })
  }

  #line(number: number) {
    return this.#lines[number] ?? { from: this.text.length, to: this.text.length }
  }
}

function* linesOf(text: string) {
  let from = 0
  while (from <= text.length) {
    const end = text.indexOf("\n", from)
    const to = end < 0 ? text.length : end
    yield { from, to }
    from = to + 1
  }
}

/** Splits a table row into cells. The row may start and end with a bar. `\|` is a bar inside a cell. */
function cellsIn(text: string, from: number, to: number): [from: number, to: number][] {
  const cells: [number, number][] = []
  let start = from
  for (let at = from; at < to; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === "|") {
      cells.push([start, at])
      start = at + 1
    }
  }
  cells.push([start, to])
  const isEmpty = ([from, to]: [number, number]) => /^[\s>]*$/.test(text.slice(from, to))
  return cells.filter((cell, i) => (i > 0 && i < cells.length - 1) || !isEmpty(cell))
}
