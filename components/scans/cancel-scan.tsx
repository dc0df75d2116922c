/** Cancels a scan that is under way. */
"use client"

import { useState } from "react"
import { count } from "@/components/ai-visibility/figure-words"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import type { Progress } from "./scan-words"

type Props = { scan: Pick<Progress, "id" | "tasks">; onCancelled: () => void }

export function CancelScan({ scan: { id, tasks }, onCancelled }: Props) {
  const api = useApi()
  const [isShown, setShown] = useState(false)
  const { run, isBusy, problem } = useAction(api.scans.cancel.mutationOptions(), {
    done: "The scan is cancelled",
    onDone: () => {
      setShown(false)
      onCancelled()
    },
  })
  return (
    <ConfirmDialog
      isOpen={isShown}
      onOpenChange={setShown}
      trigger={<Button>Cancel scan</Button>}
      title="Cancel this scan?"
      action="Cancel scan"
      dismiss="Keep it running"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ scan_id: id })}
    >
      <p>
        {count(tasks.total - tasks.succeeded - tasks.failed - tasks.skipped)} questions are then never asked. The{" "}
        {count(tasks.succeeded)} answers that came are kept, and are in no figure. No event is sent.
      </p>
    </ConfirmDialog>
  )
}
