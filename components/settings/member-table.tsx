/** Table of a team's members. Owners and admins can change roles and remove members. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Member, Role } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Select } from "@/components/ui/input"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { roleAtLeast } from "@/domain/kernel/roles"
import { assignableRoles } from "./role-descriptions"

type Props = { members: Member[]; myId: string; myRole: Role; sorting: Sorting }

export function MemberTable({ members, myId, myRole, sorting }: Props) {
  const isAdmin = roleAtLeast(myRole, "admin")
  function canChange({ person_id, role }: Member) {
    return isAdmin && person_id !== myId && (role !== "owner" || myRole === "owner")
  }
  const hasSelect = members.some(canChange)
  return (
    <Table optionsName="members" label="Members" isCards>
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Name
          </SortTh>
          <Th>Email</Th>
          <Th>Role</Th>
          <SortTh column="last_seen" sorting={sorting} directions={descendingFirst}>
            Last seen
          </SortTh>
          <SortTh column="joined" sorting={sorting} directions={descendingFirst}>
            Joined
          </SortTh>
          {isAdmin && (
            <Th>
              <span className="sr-only">Remove</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => {
          const canChangeThis = canChange(member)
          return (
            <Tr key={member.person_id}>
              <Td>
                <span className="font-strong">{member.name}</span>
                {member.person_id === myId && <span className="text-quiet"> (you)</span>}
              </Td>
              <Td className="wrap-anywhere text-quiet max-md:w-full">{member.email}</Td>
              <Td>
                {canChangeThis ? (
                  <RoleSelect member={member} myRole={myRole} />
                ) : (
                  // Aligned with the text of the select fields in other rows.
                  <span className={hasSelect ? "md:pl-[9px]" : ""}>{member.role}</span>
                )}
              </Td>
              <Td label="last seen" className="text-quiet">
                {member.last_seen_at ? <Time at={member.last_seen_at} /> : "never"}
              </Td>
              <Td label="joined" className="text-quiet">
                <Time at={member.joined_at} />
              </Td>
              {isAdmin && (
                <Td className="text-right max-md:ml-auto">{canChangeThis && <RemoveButton member={member} />}</Td>
              )}
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function RoleSelect({ member, myRole }: { member: Member; myRole: Role }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.teams.changeRole.mutationOptions(), { done: "Role changed", isFormless: true })
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      className="h-7 w-28 px-2 text-table"
      value={member.role}
      disabled={isBusy}
      onChange={(event) => run({ person_id: member.person_id, role: event.target.value as Role })}
    >
      {assignableRoles(myRole).map((role) => (
        <option key={role}>{role}</option>
      ))}
    </Select>
  )
}

function RemoveButton({ member }: { member: Member }) {
  const api = useApi()
  const [keysToRevoke, setKeysToRevoke] = useState<string[]>([])
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Remove ${member.name}`}>
          Remove
        </Button>
      }
      title={`Remove ${member.name}?`}
      action="Remove member"
      mutation={api.teams.removeMember.mutationOptions()}
      input={{ person_id: member.person_id, revoke_key_ids: keysToRevoke }}
      done={`${member.name} was removed from the team`}
    >
      <p>
        {member.name} ({member.email}) immediately loses access to the team. Open invitations that they created are
        revoked.
      </p>
      <KeyChoices personId={member.person_id} chosen={keysToRevoke} onChange={setKeysToRevoke} />
    </ConfirmDialog>
  )
}

type KeyChoicesProps = { personId: string; chosen: string[]; onChange: (keyIds: string[]) => void }

/** Lists the working API keys that a member created, with a checkbox to revoke each. */
function KeyChoices({ personId, chosen, onChange }: KeyChoicesProps) {
  const api = useApi()
  const { data, isPending, isError } = useQuery(
    api.keys.list.queryOptions({ created_by: personId, state: ["active", "in_grace"], limit: 200 }),
  )
  if (isPending) return <p className="text-quiet">Loading the API keys they created…</p>
  if (isError)
    return (
      <p>
        We could not load the API keys they created. Keys stay active unless you revoke them under Settings -&gt; API.
      </p>
    )
  if (data.data.length === 0) return <p>They created no API keys that are still active.</p>
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5">API keys they created. Keys that you do not revoke keep working:</legend>
      {data.data.map((key) => (
        <label key={key.id} className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(key.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, key.id] : chosen.filter((id) => id !== key.id))
            }
          />
          Revoke {key.name} <span className="text-quiet">{key.hint}</span>
        </label>
      ))}
    </fieldset>
  )
}
