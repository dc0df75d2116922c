import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { RequestLog } from "./request-log"

vi.mock("next/navigation", () => ({
  usePathname: () => "/",
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
  useSearchParams: () => new URLSearchParams(),
}))

const request = {
  id: "req_1",
  key_id: "key_listed",
  method: "GET",
  path: "/api/v1/clients",
  query: null,
  status: 200,
  code: null,
  duration_ms: 12,
  bytes: 480,
  ip: "203.0.113.0/24",
  created_at: "2026-11-20T06:12:00Z",
}
const meta = { total: 1, total_is_exact: true, returned: 1, next_cursor: null } as never

it("names the key of each request, or shows its id if the key is not in the list", () => {
  const requests = [request, { ...request, id: "req_2", key_id: "key_unlisted" }] as never
  const html = renderToString(
    <RequestLog
      requests={requests}
      meta={meta}
      path="/team/settings/api/logs"
      logPath="/team/settings/api/logs"
      query={{}}
      period={{ choice: "", days: {} }}
      isFiltered={false}
      sort="-created_at"
      firstRequest="curl"
      errors={undefined}
      keys={new Map([[request.key_id, { name: "Export", href: "/team/settings/api/keys/1" }]])}
    />,
  )
  expect(html).toContain('href="/team/settings/api/keys/1"')
  expect(html).toContain("key_unlisted</code>")
})
