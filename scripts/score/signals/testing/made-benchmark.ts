/** Test helper: benchmarks with made series, in a temporary folder that is removed at the end of the test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"

/** Writes the files, given by their paths in the folder. Returns the path of the folder. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-signals-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

export const start = Date.parse("2026-01-01")
export const hourMs = 3_600_000
export const timestamp = (hour: number) => new Date(start + hour * hourMs).toISOString().slice(0, 19).replace("T", " ")

/** Hourly values with a daily pattern and 5% noise. They are ten times as high in `spikes`. */
export function hourly(hours: number, spikes: number[]): string {
  const random = seededRandom("hourly")
  const rows = Array.from({ length: hours }, (_, i) => {
    const usual = (100 + 50 * Math.sin((i % 24) / 4)) * (0.95 + 0.1 * random())
    return `${timestamp(i)},${(spikes.includes(i) ? 10 * usual : usual).toFixed(3)}`
  })
  return ["timestamp,value", ...rows, ""].join("\n")
}

/** A calm series, and one with a spike in a labelled window. */
export const calmAndSpike = () =>
  folderWith({
    "data/some/spike.csv": hourly(1_500, [1_000]),
    "data/calm.csv": hourly(1_500, []),
    "labels/windows.json": JSON.stringify({
      "some/spike.csv": [[`${timestamp(990)}.000000`, `${timestamp(1_030)}.000000`]],
    }),
  })
