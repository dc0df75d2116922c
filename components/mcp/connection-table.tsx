/** Table of connected apps: the app, the user who connected it, its scopes and its last use. */
import type { Connection } from "@/components/api/types"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
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
          <SortTh by="created_at" sorting={sorting} isDescendingFirst>
            Connected
          </SortTh>
          <SortTh by="last_used_at" sorting={sorting} isDescendingFirst>
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

/** Connected apps need no badge. */
const badgeByState = {
  active: null,
  expired: { state: "idle", label: "expired" },
  revoked: { state: "danger", label: "disconnected" },
} as const

function Row({ connection }: { connection: Connection }) {
  const { client_name, client_host, is_verified, user, scopes, created_at, last_used_at, calls_30_days } = connection
  const badge = badgeByState[connection.state]
  return (
    <Tr className="align-baseline">
      <Td className="max-w-64">
        <span className="break-words font-strong">{client_name}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-1.5 text-quiet text-small">
          <span className="break-all">{client_host}</span>
          {!is_verified && <Badge state="caution">unverified</Badge>}
          {badge && <Badge state={badge.state}>{badge.label}</Badge>}
        </span>
        {connection.revoke_reason && <span className="block text-quiet text-small">{connection.revoke_reason}</span>}
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
      <Td className="text-right max-md:ml-auto">
        {connection.state === "active" && <DisconnectApp connection={connection} />}
      </Td>
    </Tr>
  )
}
