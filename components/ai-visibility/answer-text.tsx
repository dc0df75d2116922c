/**
 * Renders the text of an answer with its marks: mentions of brands, or differences. Creates elements itself and never
 * inserts the engine's HTML.
 */
import type { ReactNode } from "react"
import { ScrollArea } from "@/components/ui/scroll-area"
import { type Block, blocksOf } from "@/domain/answers/markdown/blocks"
import type { Piece } from "@/domain/answers/markdown/pieces"
import type { DifferenceMark, Mark, MentionMark } from "./answer-marks"
import { decodeHtmlEntities } from "./decode-html-entities"

export function AnswerText({ text, marks }: { text: string; marks: Mark[] }) {
  const showPieces = (pieces: Piece[]) =>
    pieces.map((piece) => <PieceView key={piece.from} text={text} marks={marks} piece={piece} />)
  return (
    <div className="grid max-w-[68ch] gap-3 wrap-anywhere leading-6 [&>*]:min-w-0">
      {groupBlocks(blocksOf(text)).map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
        <BlockView key={i} group={group} showPieces={showPieces} text={text} />
      ))}
    </div>
  )
}

/** A block, or the consecutive items of a list, or the consecutive rows of a table. */
type Group = [Block, ...Block[]]

function groupBlocks(blocks: Block[]): Group[] {
  const groups: Group[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    const belongsToLast =
      last && last[0].kind === block.kind && (block.kind === "item" || (block.kind === "row" && !block.isHead))
    if (belongsToLast) last.push(block)
    else groups.push([block])
  }
  return groups
}

type BlockProps = { group: Group; showPieces: (pieces: Piece[]) => ReactNode; text: string }

const indents = ["", "ml-5", "ml-10", "ml-14"]

function BlockView({ group, showPieces, text }: BlockProps) {
  const [block] = group
  if (block.kind === "rule") return <hr className="border-line" />
  if (block.kind === "heading") return <p className="mt-2 font-strong text-head">{showPieces(block.pieces)}</p>
  if (block.kind === "quote")
    return <p className="border-line border-l-2 pl-3 text-quiet">{showPieces(block.pieces)}</p>
  if (block.kind === "code")
    return (
      <ScrollArea label="Code" className="rounded-box bg-hover p-3">
        <pre className="text-table">{text.slice(block.from, block.to)}</pre>
      </ScrollArea>
    )
  if (block.kind === "item") return <ListItems group={group} showPieces={showPieces} />
  if (block.kind === "row") return <TableRows group={group} showPieces={showPieces} />
  return <p>{showPieces(block.pieces)}</p>
}

function ListItems({ group, showPieces }: Pick<BlockProps, "group" | "showPieces">) {
  return (
    <ul className="grid gap-1">
      {group.map((item, i) =>
        item.kind === "item" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never move
          <li key={i} className={`flex gap-2 ${indents[item.depth]}`}>
            <span aria-hidden={item.mark === "•"} className="figures shrink-0 text-quiet">
              {item.mark}
            </span>
            <span className="min-w-0">{showPieces(item.pieces)}</span>
          </li>
        ) : null,
      )}
    </ul>
  )
}

function TableRows({ group, showPieces }: Pick<BlockProps, "group" | "showPieces">) {
  return (
    <ScrollArea label="Table in the answer" className="rounded-box border border-line">
      <table className="w-full border-collapse text-table">
        <tbody>
          {group.map((row, i) =>
            row.kind === "row" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text never move
              <tr key={i} className="border-line border-b last:border-b-0">
                {row.cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a text never move
                  <td key={column} className={`min-w-24 px-3 py-1.5 align-top ${row.isHead ? "font-strong" : ""}`}>
                    {showPieces(cell)}
                  </td>
                ))}
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function PieceView({ text, marks, piece }: { text: string; marks: Mark[]; piece: Piece }) {
  const { isStrong, isCode, href } = piece
  const words = markText(text, piece, marks)
  const content = isCode ? <code className="text-table">{words}</code> : words
  if (href)
    return (
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={`break-words underline decoration-edge underline-offset-2 ${isStrong ? "font-strong" : ""}`}
      >
        {content}
      </a>
    )
  return isStrong ? <strong>{content}</strong> : content
}

/** Renders a piece with its highlights. A name that spans two pieces is highlighted in both. */
function markText(text: string, { from, to, isCode }: Piece, marks: Mark[]): ReactNode[] {
  const words = (start: number, end: number) => {
    const markedText = text.slice(start, end)
    return isCode ? markedText : decodeHtmlEntities(markedText)
  }
  const parts: ReactNode[] = []
  let at = from
  for (let i = firstMarkAfter(marks, from); i < marks.length; i++) {
    const mark = marks[i] as Mark
    if (mark.from >= to) break
    const start = Math.max(mark.from, at)
    const end = Math.min(mark.to, to)
    if (start >= end) continue
    if (start > at) parts.push(words(at, start))
    parts.push(
      "brand" in mark ? (
        <Mention key={start} mark={mark} words={words(start, end)} isStart={mark.from >= from} />
      ) : (
        <Difference key={start} kind={mark.difference}>
          {words(start, end)}
        </Difference>
      ),
    )
    at = end
  }
  if (at < to) parts.push(words(at, to))
  return parts
}

/** Finds the index of the first mark that ends after `offset` by binary search. Marks are sorted and do not overlap. */
function firstMarkAfter(marks: Mark[], offset: number) {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle] as Mark).to <= offset) low = middle + 1
    else high = middle
  }
  return low
}

type DifferenceProps = { kind: DifferenceMark["difference"]; children: string }

export const Difference = ({ kind, children }: DifferenceProps) =>
  kind === "added" ? (
    <ins className="rounded-[3px] bg-accent/20 text-text decoration-2 decoration-accent underline-offset-4">
      {children}
    </ins>
  ) : (
    <del className="rounded-[3px] bg-hover text-quiet decoration-quiet">{children}</del>
  )

type MentionProps = { mark: MentionMark; words: string; isStart: boolean }

function Mention({ mark: { brand, isFirst }, words, isStart }: MentionProps) {
  return (
    <mark
      data-brand={brand.brand}
      title={`${brand.brand}, mentioned ${ordinal(brand.rank)}`}
      className="rounded-[3px] px-0.5 text-text"
      style={{
        background: `color-mix(in oklab, ${brand.color} 22%, transparent)`,
        boxShadow: `inset 0 -2px 0 ${brand.color}`,
      }}
    >
      {isFirst && isStart && <RankBadge rank={brand.rank} color={brand.color} />}
      {words}
    </mark>
  )
}

/** The rank of a brand in an answer. The list of brands beside the text shows the same badge. */
export const RankBadge = ({ rank, color }: { rank: number; color: string }) => (
  <span
    aria-hidden
    className="figures mr-1 inline-block min-w-4 rounded-full border bg-surface px-1 text-center align-[1px] text-[10px] leading-[14px]"
    style={{ borderColor: color }}
  >
    {rank}
  </span>
)

const ordinals = ["first", "second", "third"]
const ordinal = (rank: number) => ordinals[rank - 1] ?? `as number ${rank}`
