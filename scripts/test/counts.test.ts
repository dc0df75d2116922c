import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { countPlaywright, countVitest, summarize } from "./counts"

it("a failed test and a test file that fails to load are listed with their errors", () => {
  const run = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  const broken = { name: resolve("domain/a.test.ts"), status: "failed", message: "no such file", assertionResults: [] }
  const failed = {
    status: "failed",
    fullName: "adds up",
    failureMessages: ["\u001b[31mexpected 2\u001b[39m\n  to be 3"],
  }
  const file = { name: resolve("domain/b.test.ts"), status: "failed", message: "", assertionResults: [failed] }
  const report = written({ ...run, testResults: [broken, file] })
  expect(countVitest(report, false)).toEqual({
    passed: 3,
    failures: ["domain/a.test.ts\n    no such file", "domain/b.test.ts: adds up\n    expected 2\n      to be 3"],
    skipped: 3,
  })
})

it("a browser test that passes only on the second try counts as a failure", () => {
  const spec = (title: string, status: string, results: object[]) => ({
    title,
    file: "keys.test.ts",
    tests: [{ status, results }],
  })
  const specs = [
    spec("opens", "expected", [{ errors: [] }]),
    spec("clicks", "unexpected", [{ errors: [{ message: "no button" }] }]),
  ]
  const flaky = [spec("waits", "flaky", [{ errors: [{ message: "too late" }] }, { errors: [] }])]
  const report = written({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [{ specs, suites: [{ specs: flaky }] }],
    errors: [],
  })
  expect(countPlaywright(report, false)).toEqual({
    passed: 4,
    failures: ["e2e/keys.test.ts: clicks\n    no button", "e2e/keys.test.ts: waits\n    too late"],
    skipped: 0,
  })
})

it("what the page showed is printed below the error of a browser test, without secrets", () => {
  const snapshot = `# Error details\n\n\`\`\`yaml\nexpected\n\`\`\`\n\n# Page snapshot\n\n\`\`\`yaml\n- dialog: Keys\n  - code: sbx_live_${"aB3".repeat(12)}\n\`\`\`\n\nend`
  const path = written(snapshot, "error-context.md")
  const results = [{ errors: [{ message: "no link" }], attachments: [{ name: "error-context", path }] }]
  const specs = [{ title: "shares", file: "reports.test.ts", tests: [{ status: "unexpected", results }] }]
  const report = written({ stats: { expected: 0, skipped: 0 }, suites: [{ specs }], errors: [] })
  const lines = ["e2e/reports.test.ts: shares", "no link", "The page:", "- dialog: Keys", "  - code: [an API key]"]
  expect(countPlaywright(report, false).failures).toEqual([lines.join("\n    ")])
})

it("a server that does not start counts as a failure of the browser tests", () => {
  const report = written({ stats: { expected: 0, skipped: 0 }, suites: [], errors: [{ message: "no" }] })
  expect(countPlaywright(report, false)).toEqual({ passed: 0, failures: ["Playwright\n    no"], skipped: 0 })
})

it("a run that crashed without a report counts as a failure", () => {
  const failures = ["Vitest failed outside of its tests. Its output above says why."]
  expect(countVitest("nowhere.json", false)).toEqual({ passed: 0, failures, skipped: 0 })
})

it("the last line contains the totals, and mentions skipped tests only when there are any", () => {
  const passed = { passed: 1, failures: [], skipped: 0 }
  expect(summarize([passed, { passed: 2, failures: [], skipped: 0 }])).toBe("3 passed, 0 failed")
  expect(summarize([passed, { passed: 0, failures: [], skipped: 4 }])).toBe("1 passed, 0 failed, 4 skipped")
})

it("lists the failures above the last line", () => {
  const counts = { passed: 2, failures: ["a.test.ts\n    no", "b.test.ts\n    no"], skipped: 0 }
  const lines = summarize([counts]).split("\n")
  expect(lines.slice(0, 3)).toEqual(["What failed:", "", "a.test.ts"])
  expect(lines.at(-1)).toBe("2 passed, 2 failed")
})

function written(content: object | string, name = "report.json") {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-counts-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content))
  return join(folder, name)
}
