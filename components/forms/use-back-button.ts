/** Lets the browser's back button close the surrounding dialog, unless its close guard is active. */
"use client"

import { useContext, useEffect, useEffectEvent, useRef } from "react"
import { CloseGuardContext } from "@/components/ui/close-guard"

type Props = {
  onBack: () => void
  /** True when closing the dialog replaces its history entry with another page. */
  opensPage: boolean
}

/**
 * Adds a history entry with the same URL for the dialog. Going back closes the dialog. While the close guard is active,
 * it adds the entry again instead.
 */
export function useBackButton({ onBack, opensPage }: Props) {
  const guard = useContext(CloseGuardContext)
  const isReplaced = useRef(false)
  useEffect(() => {
    isReplaced.current = opensPage
  }, [opensPage])
  const leave = useEffectEvent(() => {
    if (guard?.isActive()) addEntry()
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
