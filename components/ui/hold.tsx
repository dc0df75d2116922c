/** Keeps a dialog open while closing it would lose something: a change that is being saved, or a secret that is shown once. */
"use client"

import { createContext, useContext, useEffect, useState } from "react"

type Hold = { add: () => () => void; isHeld: () => boolean }

/** The hold counter of the surrounding dialog. */
export const HoldContext = createContext<Hold | null>(null)

/** Counts the holds on a dialog. The count is read only when the user closes the dialog, so changing it does not render. */
export function useHoldCount(): Hold {
  const [hold] = useState(() => {
    let count = 0
    const add = () => {
      count += 1
      return () => {
        count -= 1
      }
    }
    return { add, isHeld: () => count > 0 }
  })
  return hold
}

/** While `isHeld`, the surrounding dialog does not close, and the browser asks for confirmation before it leaves the page. */
export function useHold(isHeld: boolean) {
  const hold = useContext(HoldContext)
  useEffect(() => {
    if (!isHeld || !hold) return
    const release = hold.add()
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => {
      release()
      window.removeEventListener("beforeunload", ask)
    }
  }, [isHeld, hold])
}
