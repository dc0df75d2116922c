import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import type { Connection } from "@/components/api/types"
import { ConnectionTable } from "./connection-table"

vi.mock("next/navigation", () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => "/acme/settings/api/mcp",
  useRouter: () => ({}),
}))
vi.mock("./disconnect-app", () => ({ DisconnectApp: () => <button type="button">Disconnect</button> }))

const claude: Connection = {
  id: "mcc_01K8Z3T5V7X9B1D3F5H7J9M1N3",
  state: "active",
  client_id: "https://claude.ai/oauth/mcp-oauth-client-metadata",
  client_name: "Claude",
  client_host: "claude.ai",
  is_verified: false,
  is_allowed: true,
  user: { id: "usr_01K8Z3T5V7X9B1D3F5H7J9M1N3", name: "Ada Lindqvist" },
  scopes: ["data:read"],
  created_at: "2026-11-02T10:00:00.000Z",
  last_used_at: "2026-11-19T23:59:12.001Z",
  expires_at: "2026-12-19T23:59:12.001Z",
  revoked_at: null,
  revoke_reason: null,
  calls_30_days: 1_204,
}

const htmlOf = (connection: Partial<Connection>) =>
  renderToString(
    <ConnectionTable
      connections={[{ ...claude, ...connection }]}
      sorting={{ path: "/acme/settings/api/mcp", query: {}, sort: "-created_at" }}
    />,
  )

const reason = "The operator of this installation does not allow this app."

it("says that the operator does not allow an app, and what to do", () => {
  expect(htmlOf({})).not.toContain(reason)
  const html = htmlOf({ is_allowed: false })
  for (const text of ["not allowed", reason, "Ask the operator to allow it, or disconnect it.", "Disconnect</button>"])
    expect(html).toContain(text)
})

it("says of a connection that has ended only that it has ended", () => {
  const html = htmlOf({ is_allowed: false, state: "revoked", revoke_reason: "A member disconnected it." })
  expect(html).toContain("A member disconnected it.")
  for (const text of [reason, "Disconnect</button>"]) expect(html).not.toContain(text)
})
