/** The text of an answer as blocks: headings, paragraphs, list items, tables, code. Only what engines write; never HTML. */
import { type Piece, piecesOf } from "./answer-inline"

export type Block =
  | { kind: "heading" | "paragraph" | "quote"; pieces: Piece[] }
  | { kind: "item"; pieces: Piece[]; depth: number; mark: string }
  | { kind: "row"; cells: Piece[][]; isHead: boolean }
  | { kind: "code"; from: number; to: number }
  | { kind: "rule" }

/** Every block in the order of the text; a line break inside a paragraph begins another. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let fence: number | null = null
  for (const { from, to } of linesOf(text)) {
    const line = text.slice(from, to)
    if (/^\s*```/.test(line)) {
      if (fence !== null) blocks.push({ kind: "code", from: fence, to: Math.max(fence, from - 1) })
      fence = fence === null ? to + 1 : null
    } else if (fence === null) blocks.push(...blockOf(text, line, from, to, blocks.at(-1)))
  }
  if (fence !== null && fence < text.length) blocks.push({ kind: "code", from: fence, to: text.length })
  return blocks
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

function blockOf(text: string, line: string, from: number, to: number, last: Block | undefined): Block[] {
  const after = (match: RegExpExecArray) => piecesOf(text, from + match[0].length, to)
  const definition = /^\s{0,3}\[[^\]]+\]:\s*\S/.test(line)
  const tableRule = last?.kind === "row" && /^\s*\|?[\s:|-]+\|?\s*$/.test(line) && line.includes("-")
  if (line.trim() === "" || definition || tableRule) return []
  if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) return [{ kind: "rule" }]
  const heading = /^\s{0,3}#{1,6}\s+/.exec(line)
  if (heading) return [{ kind: "heading", pieces: after(heading) }]
  const item = /^(\s*)([-*+•]|\d{1,3}[.)])\s+/.exec(line)
  if (item) {
    const [, indent = "", mark = ""] = item
    const depth = Math.min(3, Math.floor(indent.replaceAll("\t", "    ").length / 2))
    return [{ kind: "item", pieces: after(item), depth, mark: /\d/.test(mark) ? mark : "•" }]
  }
  const quote = /^\s{0,3}>\s?/.exec(line)
  if (quote) return [{ kind: "quote", pieces: after(quote) }]
  if (/^\s*\|.*\|\s*$/.test(line))
    return [{ kind: "row", cells: cellsOf(text, line, from), isHead: last?.kind !== "row" }]
  return [{ kind: "paragraph", pieces: piecesOf(text, from + line.length - line.trimStart().length, to) }]
}

function cellsOf(text: string, line: string, from: number): Piece[][] {
  const cells: Piece[][] = []
  let at = line.indexOf("|") + 1
  while (at > 0 && at < line.trimEnd().length) {
    const end = line.indexOf("|", at)
    const to = end < 0 ? line.length : end
    cells.push(piecesOf(text, from + at, from + to))
    at = to + 1
  }
  return cells
}
