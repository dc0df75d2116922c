/** Shows how much of a file has been read: a progress bar on a terminal, otherwise one line per quarter. */
import { statSync } from "node:fs"
import { Presets, SingleBar } from "cli-progress"

export type Progress = { update(doneBytes: number): void; store(): void; stop(): void }

export function showProgress(file: string): Progress {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return process.stderr.isTTY ? createBar(bytes) : createLines(bytes)
}

function createBar(bytes: number): Progress {
  const bar = new SingleBar({ format: "  {bar} {percentage}%", stream: process.stderr }, Presets.shades_classic)
  bar.start(bytes, 0)
  return {
    update: (readBytes) => bar.update(readBytes),
    store() {
      bar.stop()
      console.error(storingMessage)
    },
    stop: () => bar.stop(),
  }
}

function createLines(bytes: number): Progress {
  let printedQuarters = 0
  return {
    update(readBytes) {
      const quarters = Math.floor((4 * readBytes) / Math.max(bytes, 1))
      if (quarters > printedQuarters) console.error(`  read ${25 * quarters}%`)
      printedQuarters = Math.max(printedQuarters, quarters)
    },
    store: () => console.error(storingMessage),
    stop() {},
  }
}

const storingMessage = "  storing the values"
