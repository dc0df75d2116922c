/** Asks before the user leaves a page with unsaved changes: by a link, by the back button, or by closing the tab. */
"use client"

import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent, useRef, useState } from "react"

/** Marks the extra history entry. */
const mark = "signalboxUnsaved"
const addEntry = () => window.history.pushState({ [mark]: true }, "")

/** A path, or `previousPage`. */
type Destination = string
const previousPage = "back"

/**
 * While `isDirty`, an attempt to leave only sets `destination`, so that the page can ask the user. `leave` then goes
 * there. An extra history entry with the same URL lets the page catch the back button, which would otherwise leave at
 * once.
 */
export function useLeaveGuard(isDirty: boolean) {
  const router = useRouter()
  const [destination, setDestination] = useState<Destination | null>(null)
  const isLeaving = useRef(false)
  const handleBack = useEffectEvent(() => {
    addEntry()
    setDestination(previousPage)
  })
  useEffect(() => {
    if (!isDirty) return
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const handleClick = (event: MouseEvent) => {
      const href = leavingLink(event)
      if (!href) return
      event.preventDefault()
      event.stopPropagation()
      setDestination(href)
    }
    addEntry()
    window.addEventListener("beforeunload", handleUnload)
    window.addEventListener("popstate", handleBack)
    document.addEventListener("click", handleClick, { capture: true })
    return () => {
      window.removeEventListener("beforeunload", handleUnload)
      window.removeEventListener("popstate", handleBack)
      document.removeEventListener("click", handleClick, { capture: true })
      if (!isLeaving.current && isMarked(window.history.state)) window.history.back()
    }
  }, [isDirty])
  /** Leaves without asking. The next page replaces the extra history entry. Going back skips it and this page. */
  function leaveTo(to: Destination) {
    isLeaving.current = true
    if (to === previousPage) window.history.go(-2)
    else router.replace(to)
  }
  return {
    destination,
    stay: () => setDestination(null),
    leave: () => destination && leaveTo(destination),
    leaveTo,
  }
}

const isMarked = (state: unknown) => typeof state === "object" && state !== null && mark in state

/** The path of the clicked link when it leads away within this window. Undefined for all other clicks. */
function leavingLink(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null
  if (!isPlain || !link || link.target === "_blank" || link.origin !== window.location.origin) return undefined
  const isHere = link.pathname === window.location.pathname && link.search === window.location.search
  return isHere ? undefined : link.pathname + link.search
}
