/**
 * Records that the signed-in member opened Home. Runs in the browser, because the server also renders pages that are
 * prefetched and never shown.
 */
"use client"

import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useApi } from "@/components/api/provider"

/**
 * `readAt`: when the data of the page was read. It is recorded once per page, and not when the page refreshes by itself:
 * a page that stays open is no visit. Failures are ignored, because the next visit records a new time.
 */
export function VisitRecorder({ readAt }: { readAt: string }) {
  const api = useApi()
  const { mutate } = useMutation(api.home.recordVisit.mutationOptions())
  const isRecorded = useRef(false)
  useEffect(() => {
    if (isRecorded.current) return
    isRecorded.current = true
    mutate({ read_at: readAt })
  }, [mutate, readAt])
  return null
}
