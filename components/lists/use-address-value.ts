/** Keeps a filter's field at what the address says when a link has changed it, and else at what the reader has chosen. */
"use client"

import { type RefObject, useEffect, useRef } from "react"

type Field = HTMLInputElement | HTMLSelectElement

/** `value` is what the address says. Returns the field's ref. What is chosen while a page is on its way stays. */
export function useAddressValue<T extends Field>(value: string): RefObject<T | null> {
  const field = useRef<T>(null)
  useEffect(() => {
    if (field.current) field.current.value = value
  }, [value])
  return field
}
