/** Passes on what the user changed in controlled fields before hydration, when React calls no `onChange`. */
"use client"

import { useEffect, useEffectEvent, useRef } from "react"

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns the ref of a field or a form. After hydration, calls `onInput` if the user has already changed a value. */
export function useEarlyInput<Control extends Field | HTMLFormElement>(onInput: (control: Control) => void) {
  const ref = useRef<Control>(null)
  const handle = useEffectEvent(onInput)
  useEffect(() => {
    const control = ref.current
    if (control && fieldsOf(control).some(isChanged)) handle(control)
  }, [])
  return ref
}

const fieldsOf = (control: Element): Element[] =>
  control instanceof HTMLFormElement ? [...control.elements] : [control]

/** True if the value differs from that in the page's HTML. Fields that the browser created later are unchanged. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ defaultSelected, selected }) => defaultSelected && !selected)
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked !== field.defaultChecked
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return field.value !== field.defaultValue
  return false
}
