/** Reloads the data of the page at an interval, while the page is visible. `everySeconds={null}` turns this off. */
"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

export function AutoRefresh({ everySeconds }: { everySeconds: number | null }) {
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
