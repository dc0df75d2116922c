/** Button that switches an engine off, after a confirmation, and on again. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import type { Engine } from "./engine-labels"

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
      isBusy={isBusy}
      onClick={() => run({ engine_id, is_enabled: true })}
    >
      Switch on
    </Button>
  )
}

function SwitchOff({ engine: { engine_id, name, key_hint } }: { engine: Engine }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Switch off ${name}`}>
          Switch off
        </Button>
      }
      title={`Switch off ${name}?`}
      action="Switch off engine"
      mutation={api.aiVisibility.setUpEngine.mutationOptions()}
      input={{ engine_id, is_enabled: false }}
      done={`${name} is off`}
    >
      <p>
        Scans of projects that use this engine do not start until you switch it on again or remove it from the project.
        Scans in progress skip their remaining questions to it. Its answers {key_hint ? "and its API key " : ""}stay
        stored.
      </p>
    </ConfirmDialog>
  )
}
