/** Reads the text values of a submitted form by field name. */
import type { FormEvent } from "react"

export function formValues(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault()
  return Object.fromEntries(
    [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  )
}
