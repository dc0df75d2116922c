/**
 * Loads code when it is first needed, so that pages do not download it before: the code of a menu or a dialog loads
 * when it first opens. This is not React.lazy, which shows a fallback for at least 300 ms, and replaces the page with
 * an error if the download fails.
 */
"use client"

import { useEffect, useEffectEvent, useState } from "react"
import { showToast } from "./toaster"

/** Returns the module once it is needed and loaded. If it cannot be loaded, shows a message and calls `onFailed`. */
export function useModule<Module>(load: () => Promise<Module>, isNeeded: boolean, onFailed: () => void) {
  const [module, setModule] = useState<Module>()
  const isMissing = isNeeded && !module
  const start = useEffectEvent(() => {
    load().then(setModule, () => {
      onFailed()
      showToast("This could not be loaded. Check your connection, and try again.")
    })
  })
  useEffect(() => {
    if (isMissing) start()
  }, [isMissing])
  return module
}

/** Props of a button that starts to load the module when the pointer or the focus reaches it. */
export function preloadProps(load: () => Promise<unknown>) {
  // If this fails, the click tries again.
  const preload = () => void load().catch(() => {})
  return { onPointerEnter: preload, onFocus: preload }
}
