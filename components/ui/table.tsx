/**
 * Dense tables with thin lines between rows. On phones, the rows of wide tables are cards. Other tables must fit into a
 * phone.
 */
import type { ComponentProps } from "react"
import { cn } from "./class-names"
import { ScrollArea } from "./scroll-area"
import { TableOptions } from "./table-options"

type TableProps = ComponentProps<"table"> & {
  /** Names the table for screen readers. */
  label: string
  /** On phones, shows each row as a card, with one cell below the other. */
  isCards?: boolean
  /**
   * Adds a menu to the row above the table, to choose columns and density and to download the rows. The browser stores
   * the choice under this name.
   */
  optionsName?: string | undefined
  /** The numbers of the columns, from 1, that are hidden until the user shows them. Needs `optionsName`. */
  initiallyHidden?: number[]
  /** The lines of the download, with a line of headers. Default: the rows of the table. */
  csvLines?: string[][]
}

export function Table({ className, label, isCards, optionsName, initiallyHidden, csvLines, ...props }: TableProps) {
  const table = (
    <ScrollArea label={label} className="rounded-box border border-line bg-surface">
      <table className={cn("w-full border-collapse text-table", isCards && "cards", className)} {...props} />
    </ScrollArea>
  )
  if (!optionsName) return table
  return (
    <TableOptions name={optionsName} label={label} initiallyHidden={initiallyHidden} csvLines={csvLines}>
      {table}
    </TableOptions>
  )
}

export function Th({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "base:whitespace-nowrap h-9 border-line border-b base:px-3 base:text-left base:text-quiet base:text-small",
        className,
      )}
      {...props}
    />
  )
}

export function Tr({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("border-line border-b last:border-b-0", className)} {...props} />
}

/** `label` is shown before the value in a card, where the column has no header. */
export function Td({ className, label, ...props }: ComponentProps<"td"> & { label?: string }) {
  return <td data-label={label} className={cn("h-9 px-3 base:py-1.5", className)} {...props} />
}

/** Class names for numbers: right-aligned, with digits of equal width. */
export const numeric = "figures text-right"

/** Class names for a cell that is a line of a card on phones: its label at the left, and its value at the right. */
export const lineOfCard = "max-md:flex max-md:w-full max-md:justify-between"
