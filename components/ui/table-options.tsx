/**
 * A menu at the right end of the row above a table, such as its heading or its filters: which columns the table shows,
 * how dense its rows are, and a download as CSV. The browser remembers the choice. On phones, the menu only downloads.
 * The arrow keys move the focus between the rows (table-code.ts).
 */
"use client"

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { MenuCheckboxItem, MenuItem, MenuLabel, MenuSeparator } from "./menu"
import { MoreMenu } from "./more-menu"
import { textOf } from "./table-text"
import { preloadProps } from "./use-module"

type TableChoice = {
  hiddenColumns: string[]
  /** Columns hidden by default that the user turned on. Missing in values stored by earlier versions. */
  shownColumns?: string[]
  isCompact: boolean
}

const nothingChosen: TableChoice = { hiddenColumns: [], isCompact: false }

type Props = {
  /** Identifies the table in the browser's storage and in the name of the file. */
  name: string
  /** The table's name for readers, as part of the name of the menu. */
  label: string
  /** The numbers of the columns, from 1, that are hidden until the user shows them. */
  initiallyHidden?: number[] | undefined
  /** The lines of the download. Default: the rows of the table. */
  csvLines?: string[][] | undefined
  children: ReactNode
}

export function TableOptions({ name, label, initiallyHidden = [], csvLines, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  // Read when the menu opens. Empty on phones, where rows can be cards.
  const [columns, setColumns] = useState<string[]>([])
  const [choice, setChoice] = useChoice(name)

  // Runs after every render, because other data can bring other columns.
  useLayoutEffect(() => {
    const hideable = hideableColumns(frame.current)
    const hiddenNumbers = headersOf(frame.current).flatMap((header, index) =>
      hideable.includes(header) && !isShown(header) ? [index + 1] : [],
    )
    // The stylesheet hides the columns with these numbers.
    if (frame.current) frame.current.dataset["hiddenColumns"] = hiddenNumbers.join(" ")
  })

  function isShown(column: string) {
    if (choice.hiddenColumns.includes(column)) return false
    const number = headersOf(frame.current).indexOf(column) + 1
    return choice.shownColumns?.includes(column) || !initiallyHidden.includes(number)
  }

  function toggle(column: string, isChecked: boolean) {
    const without = (columns: string[] = []) => columns.filter((other) => other !== column)
    setChoice({
      ...choice,
      hiddenColumns: [...without(choice.hiddenColumns), ...(isChecked ? [] : [column])],
      shownColumns: [...without(choice.shownColumns), ...(isChecked ? [column] : [])],
    })
  }

  const download = () => loadCode().then(({ downloadRows }) => downloadRows(frame.current, name, csvLines))

  return (
    <div
      ref={frame}
      className="relative min-w-0"
      // The row above leaves room for the menu (app/globals.css).
      data-table-options=""
      // Until the effect has read the user's choice.
      data-hidden-columns={initiallyHidden.join(" ")}
      data-density={choice.isCompact ? "compact" : undefined}
      {...preloadProps(loadCode)}
    >
      <MoreMenu
        label={`Table options: ${label}`}
        className="absolute right-0 bottom-full mb-3 size-7 print:hidden"
        onOpenChange={(isOpen) => isOpen && setColumns(isOnPhone() ? [] : hideableColumns(frame.current))}
      >
        {columns.length > 0 && (
          <>
            <MenuLabel>Columns</MenuLabel>
            {columns.map((column) => (
              <MenuCheckboxItem
                key={column}
                checked={isShown(column)}
                onCheckedChange={(isChecked) => toggle(column, isChecked)}
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
          </>
        )}
        <MenuItem onSelect={download}>Download these {csvLines ? "answers" : "rows"} (CSV)</MenuItem>
      </MoreMenu>
      {children}
    </div>
  )
}

/** The download and the arrow keys. Loads when the pointer or the focus first reaches the table. */
const loadCode = () => import("./table-code")

const isOnPhone = () => matchMedia("(width < 48rem)").matches

/**
 * The headers of all columns. A column of checkboxes or buttons has an empty one, and so has one that only CSV files or
 * only phones show.
 */
const headersOf = (frame: HTMLElement | null): string[] =>
  [...(frame?.querySelectorAll<HTMLTableCellElement>("thead th") ?? [])].map((header) =>
    "csvOnly" in header.dataset || "phoneOnly" in header.dataset ? "" : textOf(header),
  )

/** The column that names the row is always shown: the first one with a link or a summary, or else with a header. */
function hideableColumns(frame: HTMLElement | null): string[] {
  const headers = headersOf(frame)
  const cells = [...(frame?.querySelectorAll("tbody tr:first-child > td") ?? [])]
  const firstWithLink = cells.findIndex((cell) => cell.querySelector("a, summary") !== null)
  const firstWithHeader = headers.findIndex((header) => header !== "")
  const nameIndex = firstWithLink === -1 ? firstWithHeader : firstWithLink
  return headers.filter((header, index) => header !== "" && index !== nameIndex)
}

/** The choice is read after the first render, because the server does not know it. */
function useChoice(name: string): [TableChoice, (choice: TableChoice) => void] {
  const [choice, setChoice] = useState(nothingChosen)
  useEffect(() => {
    const stored = readTableChoice(name)
    if (stored) setChoice(stored)
  }, [name])
  const store = (changed: TableChoice) => {
    setChoice(changed)
    storeTableChoice(name, changed)
  }
  return [choice, store]
}

const storageKey = (table: string) => `table ${table}`

/** Undefined without a stored choice, and if the browser blocks storage. */
export function readTableChoice(table: string): TableChoice | undefined {
  try {
    const stored = localStorage.getItem(storageKey(table))
    return stored === null ? undefined : JSON.parse(stored)
  } catch {
    return undefined
  }
}

export function storeTableChoice(table: string, choice: TableChoice) {
  try {
    localStorage.setItem(storageKey(table), JSON.stringify(choice))
  } catch {}
}
