/** Keeps a filter's field at what the address says when a link has changed it, and else at what the reader has chosen. */
"use client"

import { type RefObject, useEffect, useRef } from "react"

type Field = HTMLInputElement | HTMLSelectElement

/** `value` is what the address says. Returns the field's ref. What is chosen while a page is on its way stays. */
export function useAddressValue<T extends Field>(value: string): RefObject<T | null> {
  const field = useRef<T>(null)
  const isAwake = useRef(false)
  useEffect(() => {
    const { current } = field
    if (current && current.value !== value) {
      if (isAwake.current) current.value = value
      // Chosen before anything listened: it counts; what is typed still waits for Enter.
      else if (current instanceof HTMLSelectElement) current.form?.requestSubmit()
    }
    isAwake.current = true
  }, [value])
  return field
}
