import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { expect, it } from "vitest"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { scoreBenchmark } from "./benchmark"
import { scoreDaily } from "./daily"
import { calmAndSpike, folderWith, hourly, hourMs, start, timestamp } from "./testing/made-benchmark"

it("finds a spike in its window and prints the timestamp of the file", () => {
  const { files, total } = scoreBenchmark(calmAndSpike())
  expect(files.map(({ file, rows, windows, found }) => [file, rows, windows, found])).toEqual([
    ["calm.csv", 1_500, 0, 0],
    ["some/spike.csv", 1_500, 1, 1],
  ])
  expect(files[1]?.detections.map((one) => one.timestamp)).toContain(timestamp(1_000))
  expect(files[0]?.nab_standard).toBeNull()
  expect(total).toMatchObject({ windows: 1, found: 1 })
})

it("explains what is wrong with a folder", () => {
  const windows = (labels: unknown) => ({ "labels/windows.json": JSON.stringify(labels) })
  const data = { "data/a.csv": hourly(10, []) }
  expect(() => scoreBenchmark(folderWith(data))).toThrow(/There is no .*windows\.json/)
  expect(() => scoreBenchmark(folderWith({ ...data, ...windows({ "b.csv": [] }) }))).toThrow(/names b\.csv/)
  const late = windows({ "a.csv": [["2030-01-01 00:00:00", "2030-01-02 00:00:00"]] })
  expect(() => scoreBenchmark(folderWith({ ...data, ...late }))).toThrow(/contains no row of a\.csv/)
  const broken = { "data/a.csv": "timestamp,value\nyesterday,5\n", ...windows({}) }
  expect(() => scoreBenchmark(folderWith(broken))).toThrow(/Row 2 of .*a\.csv is not a time and a value: yesterday,5/)
})

it("measures daily series in two halves", () => {
  const random = seededRandom("daily")
  const rows = Array.from({ length: 500 }, (_, i) => {
    const day = new Date(start + i * 24 * hourMs).toISOString().slice(0, 10)
    return `${day},${Math.round(1_000 * (i % 7 < 5 ? 1 : 0.6) * (0.95 + 0.1 * random()))}`
  })
  const folder = folderWith({ "steady.csv": ["ds,y", ...rows].join("\n") })
  const [found] = scoreDaily([folder], undefined)
  expect(found).toMatchObject({ file: "steady.csv", days: 499, first_half: { recall_minus_50: 1 } })
  expect(found?.second_half).toMatchObject({ recall_minus_50: 1, recall_plus_100: 1 })
  expect(found?.second_half.false_alerts_per_year).toBeLessThan(8)
  expect(scoreDaily([folder], "2026-12-31")[0]?.days).toBe(364)
})

const real = resolve("../shared/data/nab")
it.skipIf(!existsSync(real))("scores 78 or more on the open series, as the reference scorer does", () => {
  const { files, total } = scoreBenchmark(real)
  expect(total).toEqual({ nab_standard: 79.1, windows: 21, found: 19, false_alerts: 25 })
  // Windows found and false alerts of the reference scorer in Python.
  expect(files.map(({ file, found, false_alerts }) => [file, found, false_alerts])).toEqual([
    ["Twitter_volume_AAPL.csv", 3, 2],
    ["Twitter_volume_CVS.csv", 3, 4],
    ["Twitter_volume_IBM.csv", 2, 12],
    ["exchange-2_cpc_results.csv", 0, 2],
    ["exchange-2_cpm_results.csv", 2, 1],
    ["exchange-3_cpc_results.csv", 3, 1],
    ["nyc_taxi.csv", 5, 3],
    ["occupancy_6005.csv", 1, 0],
  ])
})
