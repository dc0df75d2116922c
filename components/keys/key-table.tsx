/** Table of a team's API keys: scopes, creator, and last use. */
import type { Key } from "@/components/api/types"
import { Link } from "@/components/link"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { KeyState } from "./key-state"
import { scopeLabels } from "./scope-labels"

export function KeyTable({ keys, keysPath, sorting }: { keys: Key[]; keysPath: string; sorting: Sorting }) {
  return (
    <Table optionsName="api-keys" label="API keys" isCards className="md:min-w-[860px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Name
          </SortTh>
          <Th>Key</Th>
          <Th>Can read</Th>
          <Th>Created by</Th>
          <SortTh column="created_at" sorting={sorting} directions={descendingFirst}>
            Created
          </SortTh>
          <SortTh column="last_used_at" sorting={sorting} directions={descendingFirst}>
            Last used
          </SortTh>
          <Th>Expires</Th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Tr key={key.id} className="relative hover:bg-hover">
            <Td>
              <Link href={`${keysPath}/${key.id}`} className="font-strong after:absolute after:inset-0">
                {key.name}
              </Link>
              {key.state !== "active" && (
                <span className="ml-2">
                  <KeyState state={key.state} />
                </span>
              )}
            </Td>
            <Td>
              <code className="whitespace-nowrap text-small">{key.hint}</code>
            </Td>
            <Td label="can read" className="max-w-56 text-quiet">
              {scopeLabels(key.scopes)}
            </Td>
            <Td label="by" className="text-quiet">
              {creatorLabel(key)}
            </Td>
            <Td label="created" className="text-quiet">
              <Time at={key.created_at} />
            </Td>
            <Td label="last used" className="text-quiet">
              {key.last_used_at ? <Time at={key.last_used_at} /> : "never"}
            </Td>
            <Td label="expires" className="text-quiet">
              {expiryTime(key)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Names the creator of a key, and says if the creator has left the team. The key stays valid then. */
export function creatorLabel({ created_by }: Key) {
  if (!created_by) return "Signalbox"
  return `${created_by.name}${created_by.is_member ? "" : " (no longer in the team)"}`
}

export function expiryTime({ revoked_at, grace_until, expires_at }: Key) {
  const end = revoked_at ?? grace_until ?? expires_at
  return end ? <Time at={end} /> : "never"
}
