/** Saves the edited layout. When someone else has saved in the meantime, the user chooses which version to keep. */
"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { showToast } from "@/components/ui/toaster"
import { type EditedLayout, layoutInput, withKnownIds } from "./layout-changes"

type SavedReport = Data<"reports", "get">
type Options = { report: SavedReport; layout: EditedLayout; onSaved: () => void }

export function useSaveLayout({ report, layout, onSaved }: Options) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isConflictHidden, setConflictHidden] = useState(false)
  const { run, isBusy, problem, reset } = useAction(api.reports.updateLayout.mutationOptions(), {
    done: "Report saved",
    onDone: onSaved,
  })
  const fetchSaved = async () =>
    (await queryClient.fetchQuery({ ...api.reports.get.queryOptions({ report_id: report.id }), staleTime: 0 })).data
  const isConflict = problem?.code === "state_conflict"
  return {
    isBusy,
    problem: isConflict ? null : problem,
    conflict: isConflict && !isConflictHidden ? problem : null,
    closeConflict: () => setConflictHidden(true),
    save() {
      setConflictHidden(false)
      run({ report_id: report.id, version: report.version, sections: layoutInput(layout) as never })
    },
    /** Saves this layout over the version that the other user saved. */
    async overwrite() {
      const saved = await fetchSaved().catch(showLoadFailure)
      if (!saved) return
      reset()
      run({
        report_id: report.id,
        version: saved.version,
        sections: layoutInput(withKnownIds(layout, saved)) as never,
      })
    },
    /** Returns the version that the other user saved. Null when it could not be loaded. */
    async loadSavedVersion() {
      const saved = await fetchSaved().catch(showLoadFailure)
      if (saved) reset()
      return saved
    },
  }
}

function showLoadFailure() {
  showToast("The report could not be loaded. Your changes are still here. Try again.")
  return null
}
