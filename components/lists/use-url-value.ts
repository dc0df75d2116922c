/** Synchronizes an uncontrolled filter field with the URL when a link changes it. */
"use client"

import { type RefObject, useEffect, useRef } from "react"

type Field = HTMLInputElement | HTMLSelectElement

/**
 * `value` is the value in the URL. Returns the field's ref. A choice that the user makes while a page loads is not
 * overwritten.
 */
export function useUrlValue<FilterField extends Field>(value: string): RefObject<FilterField | null> {
  const field = useRef<FilterField>(null)
  const hasRun = useRef(false)
  useEffect(() => {
    const { current } = field
    const isFirstRun = !hasRun.current
    hasRun.current = true
    if (!current || current.value === value) return
    if (!isFirstRun) current.value = value
    // The user chose before hydration, so the choice is submitted now. Typed text still waits for Enter.
    else if (current instanceof HTMLSelectElement) current.form?.requestSubmit()
  }, [value])
  return field
}
