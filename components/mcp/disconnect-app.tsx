/** Disconnects one app, or all apps of the team, after a confirmation. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Connection } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"

export function DisconnectApp({ connection }: { connection: Connection }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { client_name, user, id } = connection
  const { run, isBusy, problem } = useAction(api.connections.revoke.mutationOptions(), {
    done: `${client_name} is disconnected`,
    onDone: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" kind="quiet" aria-label={`Disconnect ${client_name} of ${user.name}`}>
          Disconnect
        </Button>
      }
      title={`Disconnect ${client_name}?`}
      action="Disconnect app"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ connection_id: id })}
    >
      <p>The app immediately loses access to the team. To use it again, {user.name} must connect it again.</p>
    </ConfirmDialog>
  )
}

export function DisconnectAll() {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, problem } = useAction(api.connections.revokeAll.mutationOptions(), {
    done: "All apps are disconnected",
    onDone: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button size="small">Disconnect all apps</Button>}
      title="Disconnect all apps?"
      action="Disconnect all apps"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({})}
    >
      <p>Every app of every member immediately loses access to the team. Each member must connect their apps again.</p>
    </ConfirmDialog>
  )
}
