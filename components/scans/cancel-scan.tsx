/** Cancels a running scan. Shows a message when the scan has ended meanwhile. */
"use client"

import { useState } from "react"
import { type ApiError, problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ControlledConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { showToast } from "@/components/ui/toaster"
import { pluralize } from "@/domain/kernel/format-count"
import type { Progress } from "./scan-labels"

type Props = { scan: Pick<Progress, "id" | "tasks">; onEnded: () => void }

export function CancelScan({ scan: { id, tasks }, onEnded }: Props) {
  const api = useApi()
  const [isShown, setShown] = useState(false)
  const { run, isBusy, problem } = useAction(api.scans.cancel.mutationOptions(), {
    onDone: () => close("Scan canceled"),
  })
  function close(message: string) {
    showToast(message)
    setShown(false)
    onEnded()
  }
  return (
    <ControlledConfirmDialog
      isOpen={isShown}
      onOpenChange={setShown}
      trigger={<Button>Cancel scan</Button>}
      title="Cancel this scan?"
      action="Cancel scan"
      dismiss="Keep it running"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ scan_id: id }, { onError: (error) => hasFinished(error) && close(alreadyFinished) })}
    >
      <p>
        {pluralize(tasks.total - tasks.succeeded - tasks.failed - tasks.skipped, "remaining question")} will not be
        asked. The {pluralize(tasks.succeeded, "answer")} received so far will be stored, but not included in metrics.
        Webhooks receive no event.
      </p>
    </ControlledConfirmDialog>
  )
}

const hasFinished = (error: ApiError) => problemIn(error)?.code === "state_conflict"
const alreadyFinished = "The scan had already finished, so nothing was canceled"
