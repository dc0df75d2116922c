/** Lets the browser's back button close the surrounding dialog, unless something holds the dialog open. */
"use client"

import { useContext, useEffect, useEffectEvent, useRef } from "react"
import { HoldContext } from "@/components/ui/hold"

type Props = {
  onBack: () => void
  /** True when closing the dialog replaces its history entry with another page. */
  opensPage: boolean
}

/** Adds a history entry with the same URL for the dialog. Going back closes the dialog, or adds the entry again while it is held. */
export function useBackButton({ onBack, opensPage }: Props) {
  const hold = useContext(HoldContext)
  const isReplaced = useRef(false)
  useEffect(() => {
    isReplaced.current = opensPage
  }, [opensPage])
  const leave = useEffectEvent(() => {
    if (hold?.isHeld()) addEntry()
    else onBack()
  })
  useEffect(() => {
    const handleBack = () => leave()
    addEntry()
    window.addEventListener("popstate", handleBack)
    return () => {
      window.removeEventListener("popstate", handleBack)
      if (!isReplaced.current && isEntry(window.history.state)) window.history.back()
    }
  }, [])
}

const mark = "signalboxDialog"
const addEntry = () => window.history.pushState({ [mark]: true }, "")
const isEntry = (state: unknown) => typeof state === "object" && state !== null && mark in state
