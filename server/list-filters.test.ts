import { expect, it } from "vitest"
import { readListPeriod } from "@/components/lists/list-period"
import { listPrompts } from "@/domain/ai-projects/prompts/list-prompts"
import { listAnswers } from "@/domain/answers/list-answers"
import { listClients } from "@/domain/clients/list"
import { listCalls } from "@/domain/connections/list-calls"
import { listDeliveries } from "@/domain/deliveries/list"
import { listGoals } from "@/domain/goals/list-goals"
import { listKeyRequests } from "@/domain/keys/list-requests"
import { listReports } from "@/domain/reports/list"
import { listScans } from "@/domain/scans/list"
import { listTasks } from "@/domain/scans/list-tasks"
import { listSignals } from "@/domain/signals/list"
import { isFiltered, readFilters } from "./list-filters"

const rome = (query: Record<string, string>) => readListPeriod(query, "Europe/Rome")
const callFilters = (query: Record<string, string>) => readFilters(listCalls, query, rome(query))

it.each([
  [{}, {}],
  [{ connection_id: "cgr_1" }, { connection_id: "cgr_1" }],
  [{ name: " run_scan " }, { name: "run_scan" }],
  [{ name: "   " }, {}],
  [{ is_write: "true" }, { is_write: true }],
  [{ is_write: "false" }, { is_write: false }],
  [{ is_write: "all" }, {}],
  [{ failed: "true" }, { failed: true }],
  [{ failed: "declined" }, {}],
  [
    { connection_id: "cgr_1", name: "run_scan", is_write: "true", failed: "true" },
    { connection_id: "cgr_1", name: "run_scan", is_write: true, failed: true },
  ],
])("%j is %j for the operation", (query, filters) =>
  expect(callFilters(query as Record<string, string>)).toEqual(filters),
)

it("reads a choice of a list, and ignores unknown choices and several at a time", () => {
  expect(readFilters(listDeliveries, { state: "held", status_class: "none", event_type: "scan.completed" })).toEqual({
    state: ["held"],
    status_class: ["none"],
    event_type: ["scan.completed"],
  })
  expect(readFilters(listDeliveries, { state: "lost", status_class: "6xx", event_type: "held,expired" })).toEqual({})
  expect(readFilters(listKeyRequests, { status: "429" })).toEqual({ status: 429 })
  for (const status of ["4xx", "99", "4.5"]) expect(readFilters(listKeyRequests, { status })).toEqual({})
})

it("reads a choice of a list that has a default", () => {
  expect(readFilters(listGoals, { status: "archived" })).toEqual({ status: ["archived"] })
  expect(readFilters(listGoals, { status: "lost" })).toEqual({})
  expect(readFilters(listTasks, { status: "skipped", engine: "openai_api", error_code: "timeout" })).toEqual({
    status: ["skipped"],
    engine: "openai_api",
    error_code: "timeout",
  })
})

it("ignores values in the URL that are names of inherited properties", () => {
  const name = "toString"
  const query = { status: name, type: name, min_severity: name, state: name, status_class: name, is_write: name }
  const lists = [
    listClients,
    listReports,
    listPrompts,
    listSignals,
    listDeliveries,
    listKeyRequests,
    listCalls,
    listScans,
  ]
  for (const list of lists) expect(readFilters<typeof list.input>(list, query), list.id).toEqual({})
})

it("leaves incomplete ids to the operation, which refuses them", () => {
  expect(readFilters(listKeyRequests, { request_id: " abc ", key_id: "abc" })).toEqual({
    request_id: "abc",
    key_id: "abc",
  })
})

it("cuts text to what the operation accepts", () => {
  const { connection_id, name } = callFilters({ connection_id: "x".repeat(100), name: "y".repeat(300) })
  expect([connection_id?.length, name?.length]).toEqual([60, 200])
})

it("removes or replaces characters that cannot be stored, which operations would refuse", () => {
  expect(readFilters(listClients, { q: "a\0b", tag: " \0", external_id: `${"x".repeat(199)}😀` })).toEqual({
    q: "ab",
    external_id: `${"x".repeat(199)}\ufffd`,
  })
})

it("reads neither the cursor, the sort order nor unknown parameters", () => {
  expect(readFilters(listDeliveries, { cursor: "c", newer_than: "n", limit: "5", utm_source: "mail" })).toEqual({})
  expect(readFilters(listSignals, { sort: "-severity" })).toEqual({})
})

it("ignores a parameter that the URL repeats", () => {
  expect(readFilters(listDeliveries, { state: ["held", "expired"] as unknown as string })).toEqual({})
})

it("takes times only from the period, by the names of the operation", () => {
  const query = { since: "custom", from: "2026-11-02", to: "2026-11-03" }
  const start = "2026-11-01T23:00:00.000Z"
  const end = "2026-11-03T23:00:00.000Z"
  expect(callFilters(query)).toEqual({ created_after: start, created_before: end })
  expect(readFilters(listDeliveries, query, rome(query))).toEqual({ since: start, until: end })
  expect(readFilters(listAnswers, query, rome(query))).toEqual({ from: "2026-11-02", to: "2026-11-03" })
  expect(callFilters({ since: "custom", from: "2026-11-02" })).toEqual({ created_after: start })
})

it("counts hours back from the time of the page, so that its other pages have the same rows", () => {
  const filters = callFilters({ since: "24", at: String(Date.parse("2026-11-03T12:00:00Z")) })
  expect(filters).toEqual({ created_after: "2026-11-02T12:00:00.000Z" })
})

it("counts filters and periods as set, but neither the sort order nor the cursor", () => {
  const isSet = (query: Record<string, string>) => isFiltered(callFilters(query), rome(query))
  const unset: Record<string, string>[] = [{}, { sort: "created_at" }, { calls: "next" }]
  expect(unset.map(isSet)).toEqual([false, false, false])
  const set: Record<string, string>[] = [
    { connection_id: "cgr_1" },
    { since: "24" },
    { is_write: "false" },
    { since: "custom" },
  ]
  expect(set.map(isSet)).toEqual([true, true, true, true])
})
