/** Shows how much of a file has been read: a progress bar on a terminal, otherwise one line per quarter. */
import { statSync } from "node:fs"
import { Presets, SingleBar } from "cli-progress"

export type Progress = { update(doneBytes: number): void; store(): void; stop(): void }

export function showProgress(file: string): Progress {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return process.stderr.isTTY ? bar(bytes) : lines(bytes)
}

function bar(bytes: number): Progress {
  const bar = new SingleBar({ format: "  {bar} {percentage}%", stream: process.stderr }, Presets.shades_classic)
  bar.start(bytes, 0)
  return {
    update: (readBytes) => bar.update(readBytes),
    store() {
      bar.stop()
      console.error(storing)
    },
    stop: () => bar.stop(),
  }
}

function lines(bytes: number): Progress {
  let printed = 0
  return {
    update(readBytes) {
      const quarter = Math.floor((4 * readBytes) / Math.max(bytes, 1))
      if (quarter > printed) console.error(`  read ${25 * quarter}%`)
      printed = Math.max(printed, quarter)
    },
    store: () => console.error(storing),
    stop() {},
  }
}

const storing = "  storing the values"
