/** Synchronizes an uncontrolled filter field with the URL when a link changes it. */
"use client"

import { type RefObject, useEffect, useRef } from "react"

type Field = HTMLInputElement | HTMLSelectElement

/** `value` is the value in the URL. Returns the field's ref. A choice that the user makes while a page loads is not overwritten. */
export function useAddressValue<T extends Field>(value: string): RefObject<T | null> {
  const field = useRef<T>(null)
  const isAwake = useRef(false)
  useEffect(() => {
    const { current } = field
    if (current && current.value !== value) {
      if (isAwake.current) current.value = value
      // The user chose before hydration: submit the choice now. Typed text still waits for Enter.
      else if (current instanceof HTMLSelectElement) current.form?.requestSubmit()
    }
    isAwake.current = true
  }, [value])
  return field
}
