import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import type { Data } from "@/components/api/types"
import type { CallQuery } from "./call-filters"
import { CallLog } from "./call-log"

type Call = Data<"connections", "listCalls">[number]

vi.mock("next/navigation", () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => "/acme/settings/api/mcp",
  useRouter: () => ({}),
}))

const call: Call = {
  id: "mcl_01K8Z3T5V7X9B1D3F5H7J9M1N3",
  connection_id: "cgr_01JD3Y8F5V6Q2K9M4N7P0R1S2T",
  user_id: "usr_01K8Z3T5V7X9B1D3F5H7J9M1N3",
  user_name: "Ada Lindqvist",
  client_id: "https://claude.ai/oauth/claude-code-client-metadata",
  client_name: "Claude",
  client_info: "claude-ai 1.0",
  protocol_version: "2025-11-25",
  request_id: "req_01K8Z3T5V7X9B1D3F5H7J9M1N3",
  trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  method: "tools/call",
  name: "list_clients",
  arguments: { limit: 10 },
  result: "ok",
  is_write: false,
  rows: 7,
  bytes: 3_120,
  duration_ms: 12,
  changes: [],
  created_at: "2026-11-20T06:12:03.123Z",
}

const htmlOf = (calls: Call[], query: CallQuery = {}) =>
  renderToString(
    <CallLog
      calls={calls}
      meta={{ total: calls.length, total_is_exact: true, returned: calls.length, next_cursor: null }}
      path="/acme/settings/api/mcp"
      query={query}
      period={{ choice: query.since ?? "", days: {} }}
      sort="-created_at"
      isFiltered={Object.keys(query).length > 0}
      apps={{ cgr_1: "Claude · Ada" }}
    />,
  )

it("shows each call, with the trace that its app continues", () => {
  const html = htmlOf([call, { ...call, id: "mcl_2", name: "run_scan", result: "limit_reached", trace_id: null }])
  for (const text of ["list_clients", "run_scan", "limit_reached", "Claude", "Ada Lindqvist", call.trace_id ?? "-"])
    expect(html).toContain(text)
})

it("has the IDs of the request and the trace in the CSV file", () => {
  const html = htmlOf([{ ...call, trace_id: null }])
  const cells = [...html.matchAll(/<t[hd][^>]*data-csv-only[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(cells).toEqual(["Request ID", "Trace ID", call.request_id, ""])
})

it("keeps the filters when no call matches, and has none before the first call", () => {
  const query = { connection_id: "cgr_1", is_write: "true", failed: "true", since: "24" }
  const filtered = htmlOf([], query)
  for (const [name, value] of Object.entries(query)) {
    const select = new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(filtered)?.[0] ?? ""
    expect(select).toMatch(new RegExp(`<option[^>]*(value="${value}"[^>]*selected|selected[^>]*value="${value}")`))
  }
  expect(filtered).not.toContain("No calls yet")
  expect(htmlOf([])).toContain("No calls yet")
  expect(htmlOf([])).not.toContain("<select")
})

it("sorts by its own URL parameter, because the page has a second sorted table", () => {
  const links = [...htmlOf([call]).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  expect(links).toContain("/acme/settings/api/mcp?order=created_at")
  expect(links.filter((href) => href?.includes("sort="))).toEqual([])
})
