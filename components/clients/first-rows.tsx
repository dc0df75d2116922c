/**
 * Shows the first rows of a table, and all rows when the user presses a button. The page contains all rows, so the CSV
 * file and a printed page have them too. The table gives its other rows the attribute `data-extra`, and hides them with
 * the class `in-data-short:not-print:hidden`.
 */
"use client"

import { type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Button } from "@/components/ui/button"

type Props = {
  /** The text of the button. */
  showAll: string
  /** False if the table has no other rows. */
  hasMore: boolean
  children: ReactNode
}

export function FirstRows({ showAll, hasMore, children }: Props) {
  const [isShort, setIsShort] = useState(true)
  const frame = useRef<HTMLDivElement>(null)

  function showAllRows() {
    flushSync(() => setIsShort(false))
    // The button, which had the focus, is no longer there.
    frame.current?.querySelector<HTMLElement>("[data-extra] a")?.focus()
  }

  return (
    <div ref={frame} data-short={isShort || undefined}>
      {children}
      {isShort && hasMore && (
        <Button size="small" kind="quiet" className="mt-2 print:hidden" onClick={showAllRows}>
          {showAll}
        </Button>
      )}
    </div>
  )
}
