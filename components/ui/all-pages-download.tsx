/** Downloads all pages of a list as one CSV file, and shows the progress above the table. */
"use client"

import { type RefObject, useEffect, useEffectEvent, useState } from "react"
import { Button } from "./button"
import { downloadCsv } from "./table-csv"
import { maxPages, readAllPages } from "./table-pages"
import { showToast } from "./toaster"

type Props = {
  /** The element around the table. */
  frame: RefObject<HTMLElement | null>
  /** The name of the file without its ending. */
  name: string
  onEnd: () => void
}

export function AllPagesDownload({ frame, name, onEnd }: Props) {
  const [rowCount, setRowCount] = useState(0)
  const [isStopped, setStopped] = useState(false)
  const end = useEffectEvent(onEnd)
  const run = useEffectEvent(async (signal: AbortSignal) => {
    if (!frame.current) return
    const { lines, isCut } = await readAllPages(frame.current, { signal, onProgress: setRowCount })
    if (signal.aborted) return
    await downloadCsv(lines, name)
    const rows = (lines.length - 1).toLocaleString("en-US")
    showToast(
      isCut ? `The file has the first ${rows} rows` : `Downloaded ${rows} rows`,
      isCut
        ? {
            description: `A file has at most ${maxPages} pages. Set filters to download the others.`,
            durationMs: 10_000,
          }
        : {},
    )
  })
  useEffect(() => {
    if (isStopped) return end()
    const stop = new AbortController()
    run(stop.signal)
      .catch(() => {
        if (!stop.signal.aborted)
          showToast("The rows could not be loaded. No file was downloaded. Check your connection, and try again.")
      })
      .finally(() => {
        if (!stop.signal.aborted) end()
      })
    return () => stop.abort()
  }, [isStopped])
  return (
    <div className="absolute right-9 bottom-full z-10 mb-3 flex h-7 items-center gap-2 rounded-box border border-line bg-surface pr-px pl-2.5 text-table print:hidden">
      <span role="status">{rowCount === 0 ? "Loading rows…" : `${rowCount.toLocaleString("en-US")} rows loaded…`}</span>
      <Button kind="quiet" size="small" className="h-6 px-2" onClick={() => setStopped(true)}>
        Cancel
      </Button>
    </div>
  )
}
