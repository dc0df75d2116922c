/** Whether the page has come to life: before that, a press is lost, or done by the browser itself. */
"use client"

import { useSyncExternalStore } from "react"

export const useIsAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
