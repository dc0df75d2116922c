/** The buttons of a client's page, depending on the client's state and the user's role. */
"use client"

import { type ReactNode, useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { MenuItem } from "@/components/ui/menu"
import { MoreMenu } from "@/components/ui/more-menu"
import type { SettingChoices } from "./client-fields"
import type { Client } from "./client-filters"
import { EditClientDialog } from "./edit-client-dialog"

type Props = {
  client: Client
  choices: SettingChoices
  isAdmin: boolean
  /** Names of the client's AI visibility projects that have a scan schedule. */
  scheduled: string[]
}

export function ClientActions({ client, choices, isAdmin, scheduled }: Props) {
  const [opened, setOpened] = useState<"pause" | "archive" | null>(null)
  const close = () => setOpened(null)
  const { status } = client
  if (status === "archived")
    return isAdmin ? (
      <Activate verb="restore" client={client}>
        Restore client
      </Activate>
    ) : null
  return (
    <>
      {status === "paused" && (
        <Activate verb="resume" client={client}>
          Resume client
        </Activate>
      )}
      <EditClientDialog client={client} choices={choices} />
      {(status === "active" || isAdmin) && (
        <MoreMenu>
          {status === "active" && (
            <MenuItem aria-haspopup="dialog" onSelect={() => setOpened("pause")}>
              Pause client
            </MenuItem>
          )}
          {isAdmin && (
            <MenuItem aria-haspopup="dialog" onSelect={() => setOpened("archive")}>
              Archive client
            </MenuItem>
          )}
        </MoreMenu>
      )}
      {opened === "pause" && <PauseClient client={client} scheduled={scheduled} onClose={close} />}
      {opened === "archive" && <ArchiveClient client={client} scheduled={scheduled} onClose={close} />}
    </>
  )
}

type OfClient = { client: Client; scheduled: string[]; onClose: () => void }

function PauseClient({ client, scheduled, onClose }: OfClient) {
  return (
    <Confirm
      verb="pause"
      client={client}
      onClose={onClose}
      title={`Pause ${client.name}?`}
      action="Pause client"
      done={`${client.name} is paused`}
      isHarmless
    >
      <StoppedScans scheduled={scheduled} />
      <p>A scan that is in progress finishes. You can still import metrics, and everything stays readable.</p>
    </Confirm>
  )
}

function ArchiveClient({ client, scheduled, onClose }: OfClient) {
  return (
    <Confirm
      verb="archive"
      client={client}
      onClose={onClose}
      title={`Archive ${client.name}?`}
      action="Archive client"
      done={`${client.name} is archived`}
    >
      <StoppedScans scheduled={scheduled} />
      <p>
        You can no longer import data for {client.name} or change its settings. Its metrics, reports and projects stay
        readable, here and through the API.
      </p>
      <p>Admins can restore it at any time.</p>
    </Confirm>
  )
}

function StoppedScans({ scheduled }: { scheduled: string[] }) {
  if (scheduled.length === 0) return <p>You cannot start scans of its AI visibility projects.</p>
  return (
    <p className="break-words">
      Scheduled scans of <strong>{scheduled.join(", ")}</strong> stop, and you cannot start scans manually.
    </p>
  )
}

type ConfirmProps = {
  verb: "pause" | "archive"
  client: Client
  onClose: () => void
  title: string
  action: string
  done: string
  isHarmless?: boolean
  children: ReactNode
}

function Confirm({ verb, client, onClose, ...rest }: ConfirmProps) {
  const api = useApi()
  return (
    <ConfirmDialog
      {...rest}
      isOpen
      onOpenChange={onClose}
      mutation={api.clients[verb].mutationOptions()}
      input={{ client_id: client.id }}
    />
  )
}

type ActivateProps = { verb: "resume" | "restore"; client: Client; children: string }

/** Activates the client without a confirmation, because nothing stops. */
function Activate({ verb, client, children }: ActivateProps) {
  const api = useApi()
  const { run, isBusy } = useAction(api.clients[verb].mutationOptions(), {
    done: `${client.name} is active`,
    isFormless: true,
  })
  return (
    <Button kind="primary" isBusy={isBusy} onClick={() => run({ client_id: client.id })}>
      {children}
    </Button>
  )
}
