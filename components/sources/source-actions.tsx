/** The buttons of a data source's page, depending on its state and the user's role. */
"use client"

import { useRouter } from "next/navigation"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { FormDialog } from "@/components/forms/form-dialog"
import { Button } from "@/components/ui/button"
import { AuthorizeSource } from "./authorize-source"
import { EditSourceDialog } from "./edit-source-dialog"
import type { ProviderChoice, Source } from "./source-labels"

type Props = {
  source: Source
  /** How the platform can be authorized. Undefined for imported files. */
  choice: ProviderChoice | undefined
  isAdmin: boolean
  isSyncing: boolean
}

export function SourceActions({ source, choice, isAdmin, isSyncing }: Props) {
  const { status, is_connected } = source
  const isScheduled = ["pending", "active", "error"].includes(status)
  const canReconnect = choice !== undefined && status !== "paused" && (is_connected || status === "disconnected")
  return (
    <>
      {is_connected && isScheduled && !isSyncing && <SyncNow source={source} />}
      {/* The same key makes one button of "resume" and "pause". It keeps the focus when it moves. */}
      {is_connected && status === "paused" && (
        <ScheduleButton key="schedule" verb="resume" source={source} done="Syncs resumed">
          Resume syncs
        </ScheduleButton>
      )}
      {is_connected && <EditSourceDialog source={source} />}
      {is_connected && isScheduled && (
        <ScheduleButton key="schedule" verb="pause" source={source} done="Syncs paused">
          Pause syncs
        </ScheduleButton>
      )}
      {isAdmin && canReconnect && <ReconnectDialog source={source} choice={choice} />}
      {isAdmin && is_connected && <DisconnectSource source={source} />}
    </>
  )
}

function SyncNow({ source }: { source: Source }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.dataSources.syncNow.mutationOptions(), {
    done: "Sync started",
    isFormless: true,
  })
  return (
    <Button kind="primary" isBusy={isBusy} onClick={() => run({ data_source_id: source.id })}>
      Sync now
    </Button>
  )
}

type ScheduleProps = { verb: "resume" | "pause"; source: Source; done: string; children: string }

/** Button that resumes or pauses the scheduled syncs. */
function ScheduleButton({ verb, source, done, children }: ScheduleProps) {
  const api = useApi()
  const { run, isBusy } = useAction(api.dataSources[verb].mutationOptions(), { done, isFormless: true })
  return (
    <Button
      kind={verb === "pause" ? "plain" : "primary"}
      isBusy={isBusy}
      onClick={() => run({ data_source_id: source.id })}
    >
      {children}
    </Button>
  )
}

function DisconnectSource({ source }: { source: Source }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button kind="quiet">Disconnect</Button>}
      title={`Disconnect ${source.display_name}?`}
      action="Disconnect source"
      mutation={api.dataSources.disconnect.mutationOptions()}
      input={{ data_source_id: source.id }}
      done={`${source.display_name} is disconnected`}
    >
      <p>Syncs stop, and we delete the authorization. Stored data stays, and reports continue to show it.</p>
    </ConfirmDialog>
  )
}

/** Dialog that authorizes a data source again. */
function ReconnectDialog({ source, choice }: { source: Source; choice: ProviderChoice }) {
  const router = useRouter()
  const isNeeded = source.status === "reauth_required" || source.status === "disconnected"
  return (
    <FormDialog
      trigger={<Button kind={isNeeded ? "primary" : "plain"}>Reconnect</Button>}
      title={`Reconnect ${source.display_name}`}
      description="Authorize with access to the same account. Syncs then continue where they stopped."
    >
      {(close) => (
        <AuthorizeSource
          choice={choice}
          sourceId={source.id}
          onAuthorized={() => {
            close()
            router.refresh()
          }}
        />
      )}
    </FormDialog>
  )
}
