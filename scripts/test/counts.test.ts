import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { countPlaywright, countVitest, summary } from "./counts"

it("a test file that fails to load counts as a failure", () => {
  const run = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  const broken = { status: "failed", assertionResults: [] }
  const report = written({ ...run, testResults: [broken, { status: "failed", assertionResults: [{}] }] })
  expect(countVitest(report, false)).toEqual({ passed: 3, failed: 2, skipped: 3 })
})

it("a browser test that passes only on the second try counts as a failure", () => {
  const report = written({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 }, errors: [] })
  expect(countPlaywright(report, false)).toEqual({ passed: 4, failed: 2, skipped: 0 })
})

it("a server that does not start counts as a failure of the browser tests", () => {
  const report = written({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{ message: "no" }] })
  expect(countPlaywright(report, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it("a run that crashed without a report counts as a failure", () => {
  expect(countVitest("nowhere.json", false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it("the last line contains the totals, and mentions skipped tests only when there are any", () => {
  const passed = { passed: 1, failed: 0, skipped: 0 }
  expect(summary([passed, { passed: 2, failed: 3, skipped: 0 }])).toBe("3 passed, 3 failed")
  expect(summary([passed, { passed: 0, failed: 0, skipped: 4 }])).toBe("1 passed, 0 failed, 4 skipped")
})

function written(report: object) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-counts-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, "report.json"), JSON.stringify(report))
  return join(folder, "report.json")
}
