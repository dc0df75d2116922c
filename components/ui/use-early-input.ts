/** Passes on text that the user typed in a controlled field before hydration, when React calls no `onChange`. */
"use client"

import { useEffect, useEffectEvent, useRef } from "react"

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Returns the field's ref. After hydration, calls `onInput` if the user has already changed the field. */
export function useEarlyInput<Field extends TextField>(onInput: (field: Field) => void) {
  const ref = useRef<Field>(null)
  const handle = useEffectEvent(onInput)
  useEffect(() => {
    const field = ref.current
    if (field && field.value !== field.defaultValue) handle(field)
  }, [])
  return ref
}
