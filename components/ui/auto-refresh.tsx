/** Refreshes the page at an interval while it is visible. Null disables refreshing. */
"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

export function Refreshing({ everySeconds }: { everySeconds: number | null }) {
  const router = useRouter()
  useEffect(() => {
    if (everySeconds === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh()
    }, everySeconds * 1_000)
    return () => clearInterval(timer)
  }, [everySeconds, router])
  return null
}
