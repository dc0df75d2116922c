/**
 * Shows its children only when a navigation takes longer than the delay. Until then the previous page stays, and a page that arrives
 * in time takes its place directly. This matters because React shows a fallback for at least 300 ms.
 */
"use client"

import { usePathname } from "next/navigation"
import { type ReactNode, use } from "react"

const delayMs = 80

/** The delay of the newest navigation. It outlives the component, which has no state until it is shown. */
let newest = { path: "", isOver: Promise.resolve() }

export function AfterDelay({ children }: { children: ReactNode }) {
  const path = usePathname()
  if (typeof window !== "undefined") use(delayOf(path))
  return children
}

function delayOf(path: string) {
  if (newest.path !== path) newest = { path, isOver: new Promise((resolve) => setTimeout(resolve, delayMs)) }
  return newest.isOver
}
