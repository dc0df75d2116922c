/** Table of a team's members. Owners and admins can change roles and remove members. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Member, Role } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Select } from "@/components/ui/input"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { assignableRoles } from "./role-descriptions"

type Props = { members: Member[]; myId: string; myRole: Role; sorting: Sorting }

export function MemberTable({ members, myId, myRole, sorting }: Props) {
  const isAdmin = myRole === "admin" || myRole === "owner"
  function mayChange({ person_id, role }: Member) {
    return isAdmin && person_id !== myId && (role !== "owner" || myRole === "owner")
  }
  const hasSelect = members.some(mayChange)
  return (
    <Table optionsName="members" label="Members" isCards>
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          <Th>Email</Th>
          <Th>Role</Th>
          <SortTh by="last_seen" sorting={sorting} isDescendingFirst>
            Last seen
          </SortTh>
          <SortTh by="joined" sorting={sorting} isDescendingFirst>
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
          const isMine = member.person_id === myId
          return (
            <Tr key={member.person_id}>
              <Td>
                <span className="font-strong">{member.name}</span>
                {isMine && <span className="text-quiet"> (you)</span>}
              </Td>
              <Td className="wrap-anywhere text-quiet max-md:w-full">{member.email}</Td>
              <Td>
                {mayChange(member) ? (
                  <RoleSelect member={member} myRole={myRole} />
                ) : (
                  // As far from the left as the text of the select fields.
                  <span className={hasSelect ? "md:pl-[9px]" : ""}>{member.role}</span>
                )}
              </Td>
              <Td label="last seen" className="text-quiet">
                {member.last_seen_at ? <Time at={member.last_seen_at} /> : "never"}
              </Td>
              <Td label="joined" className="text-quiet">
                <Time at={member.joined_at} />
              </Td>
              {isAdmin && <Td className="text-right">{mayChange(member) && <RemoveButton member={member} />}</Td>}
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
  const [isOpen, setOpen] = useState(false)
  const [revoked, setRevoked] = useState<string[]>([])
  const activeKeysFilter = { created_by: member.person_id, state: ["active" as const, "in_grace" as const], limit: 200 }
  const keys = useQuery({ ...api.keys.list.queryOptions(activeKeysFilter), enabled: isOpen })
  const { run, isBusy, problem } = useAction(api.teams.removeMember.mutationOptions(), {
    done: `${member.name} was removed from the team`,
  })
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Remove ${member.name}`}>
          Remove
        </Button>
      }
      title={`Remove ${member.name}?`}
      action="Remove member"
      isBusy={isBusy}
      problem={problem}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onConfirm={() => run({ person_id: member.person_id, revoke_key_ids: revoked })}
    >
      <p>
        {member.name} ({member.email}) immediately loses access to the team. Open invitations that they created are
        revoked.
      </p>
      {keys.isPending && <p className="text-quiet">Loading the API keys they created…</p>}
      {keys.isError && (
        <p>
          We could not load the API keys they created. Keys stay active unless you revoke them under Settings -&gt; API.
        </p>
      )}
      {keys.data && keys.data.data.length === 0 && <p>They created no API keys that are still active.</p>}
      {keys.data && keys.data.data.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5">API keys they created. Keys that you do not revoke keep working:</legend>
          {keys.data.data.map((key) => (
            <label key={key.id} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={revoked.includes(key.id)}
                onChange={({ target }) =>
                  setRevoked((ids) => (target.checked ? [...ids, key.id] : ids.filter((id) => id !== key.id)))
                }
              />
              Revoke {key.name} <span className="text-quiet">{key.hint}</span>
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  )
}
