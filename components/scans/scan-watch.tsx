/** Shows a scan's progress or result. Polls only while the scan runs and the page is visible. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useEffect, useRef } from "react"
import { useApi } from "@/components/api/provider"
import { Badge } from "@/components/ui/badge"
import { cn } from "@/components/ui/class-names"
import { CancelScan } from "./cancel-scan"
import { EngineProgress } from "./engine-progress"
import { EngineResults } from "./engine-results"
import { ScanFacts } from "./scan-facts"
import { describeOutcome, hasMetrics, isInProgress, type Progress, selectionOf, states } from "./scan-labels"

/** `path` is the path of the scan's page. */
type Props = { initial: Progress; canCancel: boolean; path: string }

export function ScanWatch({ initial, canCancel, path }: Props) {
  const api = useApi()
  const { data, isError, refetch } = useQuery({
    ...api.scans.getProgress.queryOptions({ scan_id: initial.id }),
    select: ({ data: progress }) => progress,
    enabled: isInProgress(initial),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && !isInProgress(state.data.data) ? false : pollIntervalMs(initial)),
  })
  // Uses polled data only for a running scan: cached data of an earlier visit may be older than the server's render.
  const scan = isInProgress(initial) ? (data ?? initial) : initial
  useRefreshOnChange(scan)
  const selection = selectionOf(scan)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p aria-live="polite" className={cn("max-w-[68ch]", !hasMetrics(scan) && "text-lead")}>
          <span className="mr-2.5">
            <Badge state={states[scan.status].dot}>{states[scan.status].label}</Badge>
          </span>
          {describeOutcome(scan)}
          {selection && ` This scan asks only ${selection}, so trends, comparisons and signals do not include it.`}
        </p>
        {canCancel && isInProgress(scan) && <CancelScan scan={scan} onEnded={() => void refetch()} />}
      </div>
      {isError && (
        <p className="mb-4 text-quiet text-table">
          We could not load the progress, so these numbers may be old. This page retries automatically, and the scan
          does not depend on it.
        </p>
      )}
      <ScanFacts scan={scan} />
      {isInProgress(scan) ? (
        <ul aria-label="Engines" className="mb-10 grid gap-5">
          {scan.engines.map((engine) => (
            <EngineProgress key={engine.engine_id} engine={engine} path={path} />
          ))}
        </ul>
      ) : (
        <EngineResults engines={scan.engines} path={path} />
      )}
    </>
  )
}

/** The polling interval in milliseconds. Longer for large scans, because counting them costs more. */
const pollIntervalMs = ({ tasks }: Progress) => (tasks.total > 20_000 ? 5_000 : 2_000)

/**
 * Refreshes the server-rendered parts of the page, which are the table of questions and the links to the results. Runs
 * when the first error occurs, when a question fails for good, and when the scan ends.
 */
function useRefreshOnChange({ status, tasks, engines }: Progress) {
  const router = useRouter()
  const hasErrors = engines.some(({ errors }) => errors.some(({ failed, waiting }) => failed + waiting > 0))
  const state = `${isInProgress({ status })} ${tasks.failed} ${hasErrors}`
  const lastState = useRef(state)
  useEffect(() => {
    if (lastState.current === state) return
    lastState.current = state
    router.refresh()
  }, [state, router])
}
