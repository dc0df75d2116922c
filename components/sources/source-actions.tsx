/** The buttons of a data source's page, depending on its state and the user's role. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { EditSourceDialog } from "./edit-source-dialog"
import { ReconnectDialog } from "./reconnect-dialog"
import type { ProviderChoice, Source } from "./source-labels"

/** `choice`: how the platform can be authorized; undefined for imported files. */
type Props = { source: Source; choice: ProviderChoice | undefined; isAdmin: boolean; isSyncing: boolean }

export function SourceActions({ source, choice, isAdmin, isSyncing }: Props) {
  const { status, is_connected } = source
  const isRunning = ["pending", "active", "error"].includes(status)
  return (
    <>
      {is_connected && isRunning && !isSyncing && (
        <Run verb="syncNow" source={source} done="Sync started">
          Sync now
        </Run>
      )}
      {is_connected && status === "paused" && (
        <Run verb="resume" source={source} done="Syncs resumed">
          Resume syncs
        </Run>
      )}
      {is_connected && <EditSourceDialog source={source} />}
      {is_connected && isRunning && (
        <Run verb="pause" source={source} done="Syncs paused">
          Pause syncs
        </Run>
      )}
      {isAdmin && choice && (is_connected || status === "disconnected") && status !== "paused" && (
        <ReconnectDialog source={source} choice={choice} />
      )}
      {isAdmin && is_connected && <DisconnectSource source={source} />}
    </>
  )
}

type RunProps = { verb: "syncNow" | "resume" | "pause"; source: Source; done: string; children: string }

function Run({ verb, source, done, children }: RunProps) {
  const api = useApi()
  const options = { done, isFormless: true }
  const actions = {
    syncNow: useAction(api.dataSources.syncNow.mutationOptions(), options),
    resume: useAction(api.dataSources.resume.mutationOptions(), options),
    pause: useAction(api.dataSources.pause.mutationOptions(), options),
  }
  const { run, isBusy } = actions[verb]
  return (
    <Button
      kind={verb === "pause" ? "plain" : "primary"}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => run({ data_source_id: source.id })}
    >
      {children}
    </Button>
  )
}

function DisconnectSource({ source }: { source: Source }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, problem } = useAction(api.dataSources.disconnect.mutationOptions(), {
    done: `${source.display_name} is disconnected`,
    onDone: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button kind="quiet">Disconnect</Button>}
      title={`Disconnect ${source.display_name}?`}
      action="Disconnect source"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ data_source_id: source.id })}
    >
      <p>Syncs stop, and we delete the authorization. Stored data stays, and reports continue to show it.</p>
    </ConfirmDialog>
  )
}
