/** A box to drop a file on, or to choose one with the file dialog. */
"use client"

import { useRef, useState } from "react"
import { recognizedDownloads } from "./upload-labels"

type Props = { file: File | null; onChoose: (file: File | null) => void; maxMegabytes: number; isDisabled: boolean }

export function FileDrop({ file, onChoose, maxMegabytes, isDisabled }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    <div className="grid gap-1.5">
      <label
        className="relative grid cursor-pointer justify-items-center gap-1 rounded-box border border-edge border-dashed bg-surface px-5 py-8 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 hover:bg-hover data-over:border-accent data-over:bg-accent-wash"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [dropped] = event.dataTransfer.files
          if (!dropped || isDisabled || !input.current) return
          input.current.files = event.dataTransfer.files
          onChoose(dropped)
        }}
      >
        <span className="font-strong">File</span>
        <span className="max-w-full break-words">
          {file ? (
            file.name
          ) : (
            <>
              Drop a file here, or <span className="text-accent underline underline-offset-2">choose one</span>.
            </>
          )}
        </span>
        <span className="max-w-[52ch] text-balance text-quiet text-small">
          {file
            ? sizeOf(file)
            : `A download of ${recognizedDownloads}, or any CSV file with a date column. At most ${maxMegabytes} MB.`}
        </span>
        <input
          ref={input}
          type="file"
          name="file"
          required
          disabled={isDisabled}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
        />
      </label>
    </div>
  )
}

const sizeOf = ({ size }: File) =>
  size < 1_000_000
    ? `${Math.ceil(size / 1_000).toLocaleString("en")} kB`
    : `${(size / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`
