import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import type { Connection } from "@/components/api/types"
import { exampleConnection } from "@/domain/connections/connection"
import { ConnectionTable } from "./connection-table"

vi.mock("next/navigation", () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => "/acme/settings/api/mcp",
  useRouter: () => ({}),
}))
vi.mock("./disconnect-app", () => ({ DisconnectApp: () => <button type="button">Disconnect</button> }))

const htmlOf = (connection: Partial<Connection>) =>
  renderToString(
    <ConnectionTable
      connections={[{ ...exampleConnection, ...connection }]}
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
