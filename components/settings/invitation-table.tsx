/** Table of open invitations. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Table, Td, Th, Tr } from "@/components/ui/table"

type Invitation = Data<"teams", "listInvitations">[number]

export function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  return (
    <Table optionsName="invitations" label="Open invitations" isCards>
      <thead>
        <tr>
          <Th>For</Th>
          <Th>Role</Th>
          <Th>Invited by</Th>
          <Th>Expires</Th>
          <Th>
            <span className="sr-only">Revoke</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => (
          <Tr key={invitation.id}>
            <Td>{invitation.email ?? <span className="text-quiet">Anyone with the link</span>}</Td>
            <Td>{invitation.role}</Td>
            <Td label="invited by">{invitation.invited_by ?? "A former member"}</Td>
            <Td label="expires" className="text-quiet">
              <Time at={invitation.expires_at} />
            </Td>
            <Td className="text-right">
              <RevokeButton invitation={invitation} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function RevokeButton({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.teams.revokeInvitation.mutationOptions(), {
    done: "Invitation revoked",
    isFormless: true,
  })
  return (
    <Button
      size="small"
      kind="quiet"
      aria-label={`Revoke invitation for ${email ?? `anyone with the link (${role})`}`}
      isBusy={isBusy}
      onClick={() => run({ invitation_id: id })}
    >
      Revoke
    </Button>
  )
}
