/** Whether the page is hydrated. Before that, clicks are lost or handled by the browser itself. */
"use client"

import { useSyncExternalStore } from "react"

export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

const subscribeToNothing = () => () => {}
