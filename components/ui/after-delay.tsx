/**
 * Shows its children, the loading state of a page, only when a navigation takes longer than the delay. Until then the
 * previous page stays visible. A fast page therefore shows no loading state, which React would show for at least 300
 * ms.
 */
"use client"

import { usePathname } from "next/navigation"
import { type ReactNode, use, useEffect, useState } from "react"

const delayMs = 80

/** `end` resolves when the delay of the navigation to `path` is over. */
type Delay = { path: string; end: Promise<void> }

const noDelay: Delay = { path: "", end: Promise.resolve() }

/**
 * The delay of the navigation in progress. It is a variable of the module, because React discards the state of a
 * component that suspends before it is mounted.
 */
let currentDelay = noDelay

export function AfterDelay({ children }: { children: ReactNode }) {
  const path = usePathname()
  const [end] = useState(() => (typeof window === "undefined" ? undefined : startDelay(path).end))
  if (end) use(end)
  return children
}

/** Starts the delay of the navigation to `path`, or returns the one in progress. */
function startDelay(path: string) {
  if (currentDelay.path !== path) currentDelay = { path, end: new Promise((resolve) => setTimeout(resolve, delayMs)) }
  return currentDelay
}

/** Resets the delay when a page is shown, so that the next navigation to the same path starts a new delay. */
export function EndDelay() {
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every navigation, which changes the path
  useEffect(() => {
    currentDelay = noDelay
  }, [path])
  return null
}
