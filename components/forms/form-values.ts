/**
 * Reads the text values of a submitted form by field name, and prevents the browser from submitting the form itself. Of
 * several values with the same name, only the last one is returned.
 */
import type { FormEvent } from "react"

export function formValues(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault()
  return Object.fromEntries(
    [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  )
}
