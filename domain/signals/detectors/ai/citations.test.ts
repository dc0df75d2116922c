import { expect, it } from "vitest"
import { detectLostCitation, detectNewCitation } from "./citations"

const subject = { project_id: "proj_1", metric_id: "ai_citation_rate" }
const scans = [1, 2, 3, 4, 5, 6].map((n) => ({ id: `scan_${n}`, date: `2026-02-0${n}` }))
const source = (answers: number[], owner: "own" | "competitor" | "other" = "own") => ({
  key: "example.com",
  owner,
  answers,
})
const found = (answers: number[]) => detectNewCitation(subject, source(answers), scans.slice(-answers.length)) !== null
const lost = (answers: number[]) => detectLostCitation(subject, source(answers), scans.slice(-answers.length)) !== null

it("a source is new if it is in two of the last three scans and in none of the three before", () => {
  expect([found([0, 0, 0, 1, 0, 1]), found([0, 0, 0, 1, 1, 0]), found([0, 0, 0, 0, 0, 9])]).toEqual([true, true, false])
  expect([found([1, 0, 0, 1, 1, 1]), found([0, 0, 1, 1, 1, 1])]).toEqual([false, false])
  expect(found([0, 0, 1, 1, 1])).toBe(false)
})

it("a source is lost if three answers cited it in each of three scans, and none in the last two", () => {
  expect([lost([3, 3, 3, 0, 0]), lost([3, 3, 2, 0, 0]), lost([2, 3, 3, 0, 0])]).toEqual([true, false, false])
  expect([lost([3, 3, 3, 0, 1]), lost([3, 3, 3, 1, 0]), lost([3, 3, 0, 0])]).toEqual([false, false, false])
  expect([lost([0, 3, 3, 3, 0, 0]), lost([9, 9, 9, 0, 0, 0])]).toEqual([true, false])
})

it("the impact depends on whose source it is", () => {
  const owners = ["own", "competitor", "other"] as const
  expect(owners.map((owner) => detectNewCitation(subject, source([0, 0, 0, 1, 1, 1], owner), scans)?.impact)).toEqual([
    "positive",
    "negative",
    "neutral",
  ])
  expect(owners.map((owner) => detectLostCitation(subject, source([0, 3, 3, 3, 0, 0], owner), scans)?.impact)).toEqual([
    "negative",
    "positive",
    "neutral",
  ])
})

it("a finding describes the scans", () => {
  expect(detectNewCitation(subject, source([0, 0, 0, 2, 0, 1]), scans)).toMatchObject({
    type: "ai_new_citation",
    severity: "info",
    direction: "up",
    title: "New citation of example.com",
    summary: "3 answers cited example.com in 2 of the last 3 scans, and none did in the 3 scans before.",
    observed: { value: 3 },
    method: "citation_scans.v1",
    evidence: { ids: ["scan_4", "scan_5", "scan_6"], counts: { answers: 3, answers_before: 0 } },
    subject: { metric_id: "ai_citation_rate", filter: { cited_domain: "example.com" } },
    dedupe_key: "ai_new_citation:proj_1:::example.com:up",
    period: { from: "2026-02-04", to: "2026-02-06" },
    baseline: { from: "2026-02-01", to: "2026-02-03" },
  })
  expect(detectLostCitation(subject, source([0, 3, 4, 5, 0, 0]), scans)).toMatchObject({
    type: "ai_lost_citation",
    severity: "warning",
    direction: "down",
    title: "example.com is no longer cited",
    summary: "No answer cited example.com in the last 2 scans, compared with 12 answers in the 3 scans before.",
    observed: { value: 0 },
    method: "citation_scans.v1",
    evidence: { ids: ["scan_5", "scan_6"], counts: { answers: 0, answers_before: 12 } },
    period: { from: "2026-02-05", to: "2026-02-06" },
    baseline: { from: "2026-02-02", to: "2026-02-04" },
  })
})
