/** True when the page is hydrated. Before that, React does not handle clicks. */
"use client"

import { useSyncExternalStore } from "react"

export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

const subscribeToNothing = () => () => {}
