import { expect, it } from "vitest"
import { commonParts, describeOutcome } from "./scan-labels"

const scan = (changes: object = {}) => ({
  status: "completed" as const,
  answers_valid: 180,
  tasks: { total: 180 } as never,
  started_by: null,
  trigger: "schedule" as const,
  started_at: "2026-11-27T05:00:00.000Z",
  finished_at: "2026-11-27T05:12:00.000Z",
  ...changes,
})

it("names what all scans have in common", () => {
  expect(commonParts([scan(), scan(), scan()])).toEqual({
    status: "completed",
    answers: "all answers arrived",
    starter: "started by the schedule",
    duration: "12 min",
  })
})

it("leaves out what differs in one scan", () => {
  const scans = [
    scan(),
    scan({ status: "partial", answers_valid: 170 }),
    scan({ started_by: "Ada", finished_at: null }),
  ]
  expect(commonParts(scans)).toEqual({ status: null, answers: null, starter: null, duration: null })
})

it("finds nothing usual in fewer than three scans", () => {
  expect(commonParts([scan(), scan()])).toEqual({ status: null, answers: null, starter: null, duration: null })
})

it("counts the answers of a completed scan", () => {
  const outcome = (total: number) =>
    describeOutcome({ status: "completed", answers_valid: total, tasks: { total } as never })
  expect(outcome(1_180)).toBe("All 1,180 answers arrived.")
  expect(outcome(1)).toBe("The only answer arrived.")
})
