import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { run } from "./score"
import { runInProcess } from "./testing/run-in-process"

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-score-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it("the order of the days in a file does not change the result", async () => {
  const folder = newFolder()
  const rows = Array.from({ length: 200 }, (_, i) => {
    const day = new Date(Date.UTC(2026, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)
    return `${day},${100 + (i % 7) * 3}`
  })
  const scoreOf = async (lines: string[]) => {
    const file = join(folder, "series.csv")
    writeFileSync(file, ["date,value", ...lines].join("\n"))
    return JSON.parse((await runInProcess(run, ["signals", "--daily", file])).out)
  }
  const [score] = await scoreOf(rows)
  expect(score.days).toBe(199)
  expect(await scoreOf(rows.toReversed())).toEqual([score])
})

it.each([
  [["signals", "--daily", "--until", "yesterday", "x"], "It must be a day such as 2020-02-29."],
  [["signals", "--daily", "--until", "2026-02-30", "x"], "It must be a day such as 2020-02-29."],
  [["signals", "--daily", "--neighbors", "x"], "cannot be used with option '--daily'"],
  [["signals", "x", "y"], "without --daily, give exactly one folder and no --until"],
  [["coverage", "--cells", "0"], '"0" is not a whole number from 1.'],
  [["coverage", "--p", "0.2,1"], '"1" is not a number from 0 to below 1.'],
  [["coverage", "--metric", "none"], 'Unknown metric "none".'],
  [["coverage", "--scope", "all"], "Allowed choices are panel, population."],
  [["coverage", "--simulations", "many"], "It must be a whole number of at least 1."],
])("exits with code 2 when the command line is wrong: %j", async (args, reason) => {
  const { exitCode, err } = await runInProcess(run, args)
  expect(exitCode).toBe(2)
  expect(err).toContain(reason)
})

it("reports a folder instead of a file of answers in one sentence", async () => {
  const folder = newFolder()
  await expect(run(["visibility", folder])).rejects.toMatchObject({
    name: "UserError",
    message: `There is no file ${folder}.`,
  })
})
