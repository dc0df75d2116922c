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
 * there. An extra history entry with the same URL lets the page catch the back button, which would otherwise leave
 * immediately. `parentPath`: where the back button leads in a tab without a previous page.
 */
export function useLeaveGuard(isDirty: boolean, parentPath: string) {
  const router = useRouter()
  const [destination, setDestination] = useState<Destination | null>(null)
  const isLeaving = useRef(false)
  const handleBack = useEffectEvent(() => {
    if (isLeaving.current) return
    addEntry()
    setDestination(previousPage)
  })
  useEffect(() => {
    if (!isDirty) return
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault()
    }
    const handleClick = (event: MouseEvent) => {
      const href = isLeaving.current ? undefined : leavingLink(event)
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
  /**
   * Leaves without asking. A path replaces the extra history entry. `previousPage` goes back two entries: the extra one
   * and this page.
   */
  function leaveTo(to: Destination) {
    isLeaving.current = true
    if (to !== previousPage) router.replace(to)
    // The extra entry is the last one, so a third entry is a page to go back to.
    else if (window.history.length > 2) window.history.go(-2)
    else router.replace(parentPath)
  }
  function stay() {
    // A browser may restore the page as it was when the user left.
    isLeaving.current = false
    setDestination(null)
  }
  return {
    destination,
    stay,
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
