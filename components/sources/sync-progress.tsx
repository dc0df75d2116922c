/** Shows the progress of a running sync. Polls only while it runs and the page is visible. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useApi } from "@/components/api/provider"
import { count } from "@/domain/kernel/format-count"
import { isSyncInProgress, progressOf, type Sync } from "./source-labels"

const pollIntervalMs = 2_000

export function SyncProgress({ initial }: { initial: Sync }) {
  const api = useApi()
  const router = useRouter()
  const { data } = useQuery({
    ...api.dataSources.listSyncs.queryOptions({ data_source_id: initial.data_source_id, limit: 1 }),
    gcTime: 0,
    refetchInterval: pollIntervalMs,
  })
  const sync = data?.data[0] ?? initial
  const hasEnded = !isSyncInProgress(sync)
  const progress = progressOf(sync)
  const daysDone = progress?.done
  const isOutdated = hasEnded || daysDone !== progressOf(initial)?.done
  // The other parts of the page show how much data is stored, so they are read again after each stored part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run again when `daysDone` changes
  useEffect(() => {
    if (isOutdated) router.refresh()
  }, [isOutdated, daysDone, router])
  if (!progress || hasEnded) return null
  return (
    <div
      className="mb-6 grid max-w-[640px] gap-2 rounded-box border border-line bg-surface px-4 py-3"
      aria-live="polite"
    >
      <p>
        {sync.error_message ?? "Reading the account, the latest days first."}{" "}
        <span className="figures text-quiet">
          {count(progress.done)} of {count(progress.total)} days stored.
        </span>
      </p>
      <progress aria-label="Progress of the sync" max={progress.total} value={progress.done} />
      <p className="text-quiet text-table">You can leave this page. The sync continues.</p>
    </div>
  )
}
