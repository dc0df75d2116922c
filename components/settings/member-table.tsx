/** The members of a team; owners and admins change roles and remove people here. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Member, Role } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Select } from "@/components/ui/input"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { rolesToGive } from "./role-words"

export function MemberTable({ members, myId, myRole }: { members: Member[]; myId: string; myRole: Role }) {
  const isAdmin = myRole === "admin" || myRole === "owner"
  return (
    <Table label="Members">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Role</Th>
          <Th>Joined</Th>
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
          const mayChange = isAdmin && !isMine && (member.role !== "owner" || myRole === "owner")
          return (
            <Tr key={member.person_id}>
              <Td>
                <span className="font-strong">{member.name}</span>
                {isMine && <span className="text-quiet"> (you)</span>}
                <span className="block text-quiet">{member.email}</span>
              </Td>
              <Td>{mayChange ? <RoleSelect member={member} myRole={myRole} /> : member.role}</Td>
              <Td className="text-quiet">
                <Time at={member.joined_at} />
              </Td>
              {isAdmin && <Td className="text-right">{mayChange && <RemoveButton member={member} />}</Td>}
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
      {rolesToGive(myRole).map((role) => (
        <option key={role}>{role}</option>
      ))}
    </Select>
  )
}

function RemoveButton({ member }: { member: Member }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.teams.removeMember.mutationOptions(), {
    done: `${member.name} is out of the team`,
  })
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet">
          Remove
        </Button>
      }
      title={`Remove ${member.name}?`}
      action="Remove member"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ person_id: member.person_id })}
    >
      <p>
        {member.name} ({member.email}) loses access to the team at once. API keys they made stay and go on working.
      </p>
    </ConfirmDialog>
  )
}
