/** Passes on text that the user typed in a controlled field before hydration, when React calls no `onChange`. */
"use client"

import { useEffect, useEffectEvent, useRef } from "react"

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Returns the field's ref. Calls `onInput` after hydration if the user has changed the field by then. */
export function useEarlyInput<Field extends TextField>(onInput: (field: Field) => void) {
  const ref = useRef<Field>(null)
  const handle = useEffectEvent(onInput)
  useEffect(() => {
    const field = ref.current
    if (field && field.value !== field.defaultValue) handle(field)
  }, [])
  return ref
}
