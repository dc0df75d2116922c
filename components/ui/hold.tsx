/** Keeps a dialog open while something in it would be lost: a change that is being saved, or a secret that is shown once. */
"use client"

import { createContext, useContext, useEffect, useState } from "react"

type Hold = { add: () => () => void; isHeld: () => boolean }

/** What is held: the dialog around the caller. */
export const HoldContext = createContext<Hold | null>(null)

/** Counts what holds one dialog. The count is read when a person closes the dialog, so a change of it needs no render. */
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

/** While `isHeld`, the dialog around the caller does not close, and the browser asks before it leaves the page. */
export function useHold(isHeld: boolean) {
  const hold = useContext(HoldContext)
  useEffect(() => {
    if (!isHeld || !hold) return
    const letGo = hold.add()
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => {
      letGo()
      window.removeEventListener("beforeunload", ask)
    }
  }, [isHeld, hold])
}
