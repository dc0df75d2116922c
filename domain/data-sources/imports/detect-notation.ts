/** Reads a whole file once to find out how it writes dates, numbers and names, before anything of it is stored. */
import { DimensionNames } from "../facts/dimension-names"
import { DateOrderEvidence } from "./date-order"
import { DecimalMarkEvidence } from "./decimal-mark"
import type { Layout } from "./layout"
import type { CsvFile } from "./open-csv"
import type { DateOrder, DecimalMark } from "./parse-cells"

export type Notation = {
  dates: DateOrder
  decimalMark: DecimalMark
  /** One for each dimension of the layout, in the same order. */
  names: DimensionNames[]
}

/** What the user has chosen instead of detection. */
type Choice = { dates?: DateOrder | undefined; decimalMark?: DecimalMark | undefined }

export type NotationEvidence = { dates: DateOrderEvidence; numbers: DecimalMarkEvidence; names: DimensionNames[] }

/** Throws ImportError when dates or numbers can be read in two ways and `choice` does not say which. */
export async function detectNotation(
  file: CsvFile,
  layout: Layout,
  choice: Choice,
  onProgress: (doneBytes: number) => void,
): Promise<Notation> {
  const { dates, numbers, names } = await readNotationEvidence(file, layout, onProgress)
  return {
    dates: choice.dates ?? dates.order(),
    decimalMark: choice.decimalMark ?? numbers.mark(file.delimiter),
    names,
  }
}

export async function readNotationEvidence(
  file: CsvFile,
  layout: Layout,
  onProgress: (doneBytes: number) => void,
): Promise<NotationEvidence> {
  const dates = new DateOrderEvidence()
  const numbers = new DecimalMarkEvidence()
  const names = layout.dimensions.map(() => new DimensionNames())
  for await (const { line, cells } of file.records(onProgress)) {
    dates.add(cells[layout.date] ?? "", line)
    for (const { index } of layout.numbers) numbers.add(cells[index] ?? "", line)
    for (const [position, dimension] of layout.dimensions.entries())
      names[position]?.add(...nameAndId(dimension, cells))
  }
  return { dates, numbers, names }
}

/** The cells of a dimension. Empty when the file has no such column or the line no value. */
export const nameAndId = ({ name, id }: Layout["dimensions"][number], cells: string[]): [string, string] => [
  (name !== null && cells[name]?.trim()) || "",
  (id !== null && cells[id]?.trim()) || "",
]
