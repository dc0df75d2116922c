/** Button that switches an engine off, after a confirmation, and on again. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import type { Engine } from "./engine-words"

export function EngineSwitch({ engine }: { engine: Engine }) {
  return engine.is_enabled ? <SwitchOff engine={engine} /> : <SwitchOn engine={engine} />
}

function SwitchOn({ engine: { engine_id, name } }: { engine: Engine }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.aiVisibility.setUpEngine.mutationOptions(), {
    done: `${name} is on`,
    isFormless: true,
  })
  return (
    <Button
      size="small"
      aria-label={`Switch on ${name}`}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => run({ engine_id, is_enabled: true })}
    >
      Switch on
    </Button>
  )
}

function SwitchOff({ engine: { engine_id, name, key_hint } }: { engine: Engine }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, problem } = useAction(api.aiVisibility.setUpEngine.mutationOptions(), {
    done: `${name} is off`,
    onDone: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" kind="quiet" aria-label={`Switch off ${name}`}>
          Switch off
        </Button>
      }
      title={`Switch ${name} off?`}
      action="Switch off"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ engine_id, is_enabled: false })}
    >
      <p>
        No project asks it any more: scans of projects that have chosen it do not start until it is on again or taken
        out of them. What a running scan still wanted of it is skipped. Its answers stay
        {key_hint ? ", and so does its key." : "."}
      </p>
    </ConfirmDialog>
  )
}
