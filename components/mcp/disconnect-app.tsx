/** Disconnects one app, or all apps of the team, after a confirmation. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Connection } from "@/components/api/types"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"

export function DisconnectApp({ connection }: { connection: Connection }) {
  const api = useApi()
  const { client_name, user, id } = connection
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Disconnect ${client_name} of ${user.name}`}>
          Disconnect
        </Button>
      }
      title={`Disconnect ${client_name}?`}
      action="Disconnect app"
      mutation={api.connections.revoke.mutationOptions()}
      input={{ connection_id: id }}
      done={`${client_name} is disconnected`}
    >
      <p>The app immediately loses access to the team. To use it again, {user.name} must connect it again.</p>
    </ConfirmDialog>
  )
}

export function DisconnectAll() {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button size="small">Disconnect all apps</Button>}
      title="Disconnect all apps?"
      action="Disconnect all apps"
      mutation={api.connections.revokeAll.mutationOptions()}
      input={{}}
      done="All apps are disconnected"
    >
      <p>Every app of every member immediately loses access to the team. Each member must connect their apps again.</p>
    </ConfirmDialog>
  )
}
