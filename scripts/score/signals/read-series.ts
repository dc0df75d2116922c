/**
 * Reads time series from CSV files with a time and a value column, and the labelled windows of an anomaly benchmark.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join, relative, sep } from "node:path"
import { parse } from "csv-parse/sync"
import { z } from "zod"
import { UserError } from "../../user-error"
import type { Point } from "./intraday/detect-intraday-alerts"
import type { Window } from "./nab-score"

/** `timestamps`: the times as the file writes them. */
export type Series = { file: string; timestamps: string[]; points: Point[] }
export type LabelledSeries = Series & { windows: Window[] }

/** Reads `data/**` and `labels/windows.json` of a folder. Files that the labels do not name have no windows. */
export function readBenchmark(folder: string): LabelledSeries[] {
  const data = join(folder, "data")
  const labels = join(folder, "labels", "windows.json")
  for (const path of [data, labels]) if (!existsSync(path)) throw new UserError(`There is no ${path}.`)
  const windows = labelledWindows.parse(JSON.parse(readFileSync(labels, "utf8")))
  const files = csvFiles(data)
  const missing = Object.keys(windows).find((name) => !files.some((path) => isNamed(name, data, path)))
  if (missing) throw new UserError(`${labels} names ${missing}, which is not in ${data}.`)
  return files.map((path) => {
    const series = { ...readSeries(path), file: nameOf(data, path) }
    const [, labelled = []] = Object.entries(windows).find(([name]) => isNamed(name, data, path)) ?? []
    return { ...series, windows: labelled.map((window) => findRows(series, window)) }
  })
}

const labelledWindows = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])))

/** Labels name a file by its path in `data`, or only by its own name. */
const isNamed = (name: string, data: string, path: string) => name === nameOf(data, path) || name === basename(path)
const nameOf = (data: string, path: string) => relative(data, path).split(sep).join("/")

/** Converts a window of times to the indexes of its first and last row. */
function findRows({ points, file }: Series, [start, end]: [string, string]): Window {
  const from = readTime(start)
  const to = readTime(end)
  const first = points.findIndex(({ localTimeMs }) => localTimeMs >= from)
  const last = points.findLastIndex(({ localTimeMs }) => localTimeMs <= to)
  if (first < 0 || last < first) throw new UserError(`The window from ${start} to ${end} contains no row of ${file}.`)
  return [first, last]
}

/** Returns the CSV files of a folder and its subfolders in alphabetical order, or the file itself. */
export function csvFiles(path: string): string[] {
  if (!existsSync(path)) throw new UserError(`There is no ${path}.`)
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const entryPath = join(path, entry.name)
    if (entry.isDirectory()) return csvFiles(entryPath)
    return entry.name.endsWith(".csv") ? [entryPath] : []
  })
}

/** The first column is the time and the second one the value. An empty value is a gap. */
export function readSeries(path: string): Series {
  const [, ...rows] = parse(readFileSync(path), { bom: true, skip_empty_lines: true, trim: true }) as string[][]
  const points = rows.map(([time = "", value = ""], i) => {
    const point = { localTimeMs: readTime(time), value: value === "" ? null : Number(value) }
    if (Number.isNaN(point.localTimeMs) || Number.isNaN(point.value))
      throw new UserError(`Row ${i + 2} of ${path} is not a time and a value: ${time},${value}`)
    return point
  })
  return { file: basename(path), timestamps: rows.map(([time = ""]) => time), points }
}

/** Times have no zone. They are read as UTC, so that every day has 24 hours. Fractions of a second are ignored. */
function readTime(text: string): number {
  const [, day, time = "00:00:00"] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?/.exec(text) ?? []
  return Date.parse(`${day}T${time}Z`)
}
