/** Keeps what a user types in a controlled field before hydration. React does not notice it. */
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
