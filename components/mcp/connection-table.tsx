/** Table of connected apps: the app, the user who connected it, its scopes and its last use. */
import type { Connection } from "@/components/api/types"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { DisconnectApp } from "./disconnect-app"

export function ConnectionTable({ connections, sorting }: { connections: Connection[]; sorting: Sorting }) {
  return (
    <Table optionsName="connected-apps" label="Connected apps" isCards className="md:min-w-[820px]">
      <thead>
        <tr>
          <Th>App</Th>
          <Th>Member</Th>
          <Th>Access</Th>
          <SortTh column="created_at" sorting={sorting} directions={descendingFirst}>
            Connected
          </SortTh>
          <SortTh column="last_used_at" sorting={sorting} directions={descendingFirst}>
            Last used
          </SortTh>
          <Th className={numeric}>Calls, 30 days</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => (
          <Row key={connection.id} connection={connection} />
        ))}
      </tbody>
    </Table>
  )
}

/** Connected apps that work need no badge. */
function badgeOf({ state, is_allowed }: Connection) {
  if (state === "revoked") return { state: "danger", label: "disconnected" } as const
  if (state === "expired") return { state: "idle", label: "expired" } as const
  return is_allowed ? null : ({ state: "danger", label: "not allowed" } as const)
}

const notAllowed =
  "The operator of this installation does not allow this app. Ask the operator to allow it, or disconnect it."

function Row({ connection }: { connection: Connection }) {
  const { client_name, client_host, is_verified, user, scopes, created_at, last_used_at, calls_30_days } = connection
  const badge = badgeOf(connection)
  const isActive = connection.state === "active"
  const reason = isActive && !connection.is_allowed ? notAllowed : connection.revoke_reason
  return (
    <Tr className="align-baseline">
      <Td className="max-w-64">
        <span className="break-words font-strong">{client_name}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-1.5 text-quiet text-small">
          <span className="break-all">{client_host}</span>
          {!is_verified && <Badge state="caution">unverified</Badge>}
          {badge && <Badge state={badge.state}>{badge.label}</Badge>}
        </span>
        {reason && <span className="block text-quiet text-small">{reason}</span>}
      </Td>
      <Td>{user.name}</Td>
      <Td className="whitespace-nowrap text-quiet">{scopes.includes("data:write") ? "read and change" : "read"}</Td>
      <Td label="connected" className="text-quiet">
        <Time at={created_at} />
      </Td>
      <Td label="last used" className="text-quiet">
        {last_used_at ? <Time at={last_used_at} /> : "never"}
      </Td>
      <Td label="calls in 30 days" className={numeric}>
        {count(calls_30_days)}
      </Td>
      <Td className="text-right max-md:ml-auto">{isActive && <DisconnectApp connection={connection} />}</Td>
    </Tr>
  )
}
