/** Makes the browser's back button close the dialog around the caller, unless something holds the dialog open. */
"use client"

import { useContext, useEffect, useEffectEvent, useRef } from "react"
import { HoldContext } from "@/components/ui/hold"

type Props = {
  onBack: () => void
  /** The dialog ends by replacing its entry of the history with another page. */
  goesOn: boolean
}

/** The dialog gets an entry of its own in the history, with the same address: going back removes it, or puts it back. */
export function useBackButton({ onBack, goesOn }: Props) {
  const hold = useContext(HoldContext)
  const isReplaced = useRef(false)
  useEffect(() => {
    isReplaced.current = goesOn
  }, [goesOn])
  const leave = useEffectEvent(() => {
    if (hold?.isHeld()) addEntry()
    else onBack()
  })
  useEffect(() => {
    const stay = () => leave()
    addEntry()
    window.addEventListener("popstate", stay)
    return () => {
      window.removeEventListener("popstate", stay)
      if (!isReplaced.current && isEntry(window.history.state)) window.history.back()
    }
  }, [])
}

const mark = "signalboxDialog"
const addEntry = () => window.history.pushState({ [mark]: true }, "")
const isEntry = (state: unknown) => typeof state === "object" && state !== null && mark in state
