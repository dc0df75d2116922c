/** Hook that estimates a scan with unsaved settings. The previous estimate stays until the next one arrives. */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useApi } from "@/components/api/provider"
import { queryProblemIn } from "@/components/api/query-problem"
import { estimateInput, isValid, type ScanSettings } from "./scan-settings"

/** A new estimate is requested when the settings have not changed for this long. */
const debounceMs = 250

/** `settled`: the settings after the user's last pause, for which the estimate is requested. */
export function useEstimate(projectId: string, settings: ScanSettings) {
  const api = useApi()
  const settled = useSettled(settings)
  const { data, error, isFetching } = useQuery(
    api.scans.estimate.queryOptions(estimateInput(projectId, settled), {
      placeholderData: keepPreviousData,
      enabled: isValid(settled),
      retry: false,
    }),
  )
  return { data: data?.data, problem: queryProblemIn(error), isStale: isFetching || settled !== settings, settled }
}

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
