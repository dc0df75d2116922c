/** Opens a dialog when the URL asks for it with `?new`, as the command palette's actions do. */
"use client"

import { usePathname, useRouter, useSearchParams } from "next/navigation"
import { useEffect, useState } from "react"

/** The parameter that opens the dialog of the page that creates something. */
export const openParameter = "new"

/** Returns the props of the dialog. Closing it removes the parameter, so that a reload does not open it again. */
export function useOpenFromUrl() {
  const isAsked = useSearchParams().has(openParameter)
  const path = usePathname()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked])
  function onOpenChange(isOpen: boolean) {
    setOpen(isOpen)
    if (!isOpen && isAsked) router.replace(path, { scroll: false })
  }
  return { open, onOpenChange }
}
