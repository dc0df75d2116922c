/**
 * Keeps a dialog open while closing it would lose something: a change that is being saved, or a secret that is shown
 * once.
 */
"use client"

import { createContext, useContext, useEffect, useState } from "react"

type CloseGuard = { add: () => () => void; isActive: () => boolean }

/** The guard of the surrounding dialog. */
export const CloseGuardContext = createContext<CloseGuard | null>(null)

/**
 * Creates a dialog's guard, which counts the components that keep the dialog open. Only a closing dialog reads the
 * count, so a new count renders nothing.
 */
export function useNewCloseGuard(): CloseGuard {
  const [guard] = useState(() => {
    let count = 0
    const add = () => {
      count += 1
      return () => {
        count -= 1
      }
    }
    return { add, isActive: () => count > 0 }
  })
  return guard
}

/**
 * While `isActive`, the surrounding dialog does not close, and the browser asks for confirmation before it leaves the
 * page.
 */
export function useCloseGuard(isActive: boolean) {
  const guard = useContext(CloseGuardContext)
  useEffect(() => {
    if (!isActive || !guard) return
    const remove = guard.add()
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => {
      remove()
      window.removeEventListener("beforeunload", ask)
    }
  }, [isActive, guard])
}
