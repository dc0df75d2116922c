/** Cancels a running scan. Shows a message when the scan has ended meanwhile. */
"use client"

import { useState } from "react"
import { toast } from "sonner"
import { count } from "@/components/ai-visibility/figure-words"
import { type Failure, problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import type { Progress } from "./scan-words"

type Props = { scan: Pick<Progress, "id" | "tasks">; onEnded: () => void }

export function CancelScan({ scan: { id, tasks }, onEnded }: Props) {
  const api = useApi()
  const [isShown, setShown] = useState(false)
  const { run, isBusy, problem } = useAction(api.scans.cancel.mutationOptions(), {
    onDone: () => close("The scan is cancelled"),
  })
  function close(words: string) {
    toast(words)
    setShown(false)
    onEnded()
  }
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
      onConfirm={() => run({ scan_id: id }, { onError: (failure) => hasEnded(failure) && close(endedWords) })}
    >
      <p>
        {count(tasks.total - tasks.succeeded - tasks.failed - tasks.skipped)} questions are then never asked. The{" "}
        {count(tasks.succeeded)} answers that came are kept, and are in no figure. No event is sent.
      </p>
    </ConfirmDialog>
  )
}

const hasEnded = (failure: Failure) => problemIn(failure)?.code === "state_conflict"
const endedWords = "Nothing to cancel: the scan had ended already"
