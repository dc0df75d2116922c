/** Opens a dialog when the URL asks for it with `?new`, as the command palette's actions do. */
"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useEffect, useState } from "react"

/** The parameter that opens the dialog of the page that creates something. */
export const openParameter = "new"

/**
 * Returns the props of the dialog. Removes the parameter immediately, so that a reload does not open the dialog again.
 */
export function useOpenFromUrl() {
  const isRequested = useSearchParams().has(openParameter)
  const path = usePathname()
  const [open, onOpenChange] = useState(false)
  useEffect(() => {
    if (!isRequested) return
    onOpenChange(true)
    history.replaceState(null, "", path)
  }, [isRequested, path])
  return { open, onOpenChange }
}
