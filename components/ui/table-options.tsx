/**
 * A menu below a table: which columns it shows, how dense its rows are, and a download as CSV. The browser remembers
 * the choice. On phones, there is only a button for the download.
 */
"use client"

import { DotsHorizontalIcon } from "@radix-ui/react-icons"
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { Button } from "./button"
import { Menu, MenuCheckboxItem, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "./menu"
import { downloadCsv, linesOf, textOf } from "./table-csv"

type Choice = { hiddenColumns: string[]; isCompact: boolean }
const nothingChosen: Choice = { hiddenColumns: [], isCompact: false }

type Props = {
  /** Identifies the table in the browser's storage and in the name of the file. */
  name: string
  /** The lines of the download. Default: the rows of the table. */
  csvLines?: string[][] | undefined
  children: ReactNode
}

export function TableOptions({ name, csvLines, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState<string[]>([])
  const [choice, setChoice] = useChoice(name)

  // Runs after every render, because other data can bring other columns.
  useLayoutEffect(() => {
    const hideable = hideableColumns(frame.current)
    const isHidden = (header: string) => hideable.includes(header) && choice.hiddenColumns.includes(header)
    const hiddenNumbers = headersOf(frame.current).flatMap((header, index) => (isHidden(header) ? [index + 1] : []))
    // The stylesheet hides the columns with these numbers.
    if (frame.current) frame.current.dataset["hiddenColumns"] = hiddenNumbers.join(" ")
  })

  function toggle(column: string, isShown: boolean) {
    const others = choice.hiddenColumns.filter((hidden) => hidden !== column)
    setChoice({ ...choice, hiddenColumns: isShown ? others : [...others, column] })
  }

  function download() {
    const table = frame.current?.querySelector("table")
    if (table) void downloadCsv(csvLines ?? linesOf(table), name)
  }

  return (
    <div
      ref={frame}
      className="relative min-w-0 last:pb-5 md:pointer-fine:last:pb-0"
      data-density={choice.isCompact ? "compact" : undefined}
    >
      {children}
      {/*
        With a mouse, the menu's button is an icon below the corner of the table, and takes no space. On touch screens, it
        has words, and its place below the table.
      */}
      <div className="float-right mt-1.5 md:pointer-fine:absolute md:pointer-fine:top-full md:pointer-fine:right-0 md:pointer-fine:z-10 md:pointer-fine:mt-1 print:hidden">
        <Button kind="quiet" size="small" className="md:hidden" onClick={download}>
          Download CSV
        </Button>
        <Menu onOpenChange={(isOpen) => isOpen && setColumns(hideableColumns(frame.current))}>
          <MenuTrigger asChild>
            <Button
              kind="quiet"
              size="small"
              title="Table options"
              className="max-md:hidden md:pointer-fine:h-6 md:pointer-fine:px-1.5"
            >
              <DotsHorizontalIcon aria-hidden className="hidden size-4 md:pointer-fine:block" />
              <span className="md:pointer-fine:sr-only">Table options</span>
            </Button>
          </MenuTrigger>
          <MenuContent align="end">
            <MenuLabel>Columns</MenuLabel>
            {columns.map((column) => (
              <MenuCheckboxItem
                key={column}
                checked={!choice.hiddenColumns.includes(column)}
                onCheckedChange={(isShown) => toggle(column, isShown)}
              >
                {column}
              </MenuCheckboxItem>
            ))}
            <MenuSeparator />
            <MenuCheckboxItem
              checked={choice.isCompact}
              onCheckedChange={(isCompact) => setChoice({ ...choice, isCompact })}
            >
              Compact rows
            </MenuCheckboxItem>
            <MenuItem onSelect={download}>Download these {csvLines ? "answers" : "rows"} (CSV)</MenuItem>
          </MenuContent>
        </Menu>
      </div>
    </div>
  )
}

/**
 * The headers of all columns. A column of checkboxes or buttons has an empty one, and so has one for CSV files only.
 */
const headersOf = (frame: HTMLElement | null): string[] =>
  [...(frame?.querySelectorAll<HTMLTableCellElement>("thead th") ?? [])].map((header) =>
    header.dataset["csvOnly"] === undefined ? textOf(header) : "",
  )

/** The column that names the row is always shown: the first one with a link, or else the first one with a header. */
function hideableColumns(frame: HTMLElement | null): string[] {
  const headers = headersOf(frame)
  const cells = [...(frame?.querySelectorAll("tbody tr:first-child > td") ?? [])]
  const firstWithLink = cells.findIndex((cell) => cell.querySelector("a") !== null)
  const firstWithHeader = headers.findIndex((header) => header !== "")
  const nameIndex = firstWithLink === -1 ? firstWithHeader : firstWithLink
  return headers.filter((header, index) => header !== "" && index !== nameIndex)
}

/** The choice is read after the first render, because the server does not know it. */
function useChoice(name: string): [Choice, (choice: Choice) => void] {
  const key = `table ${name}`
  const [choice, setChoice] = useState(nothingChosen)
  useEffect(() => {
    const stored = localStorage.getItem(key)
    if (stored) setChoice(JSON.parse(stored))
  }, [key])
  const store = (changed: Choice) => {
    setChoice(changed)
    localStorage.setItem(key, JSON.stringify(changed))
  }
  return [choice, store]
}
