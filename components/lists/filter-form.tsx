/** Form of a list's filters. A choice reloads the list and is stored in the URL. */
"use client"

import Form from "next/form"
import type { ReactNode } from "react"

export function FilterForm({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Form
      action={path}
      scroll={false}
      // The URL determines the values, not the browser's form history.
      autoComplete="off"
      className="mb-3 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      onChange={(event) => {
        // Text fields are submitted with Enter.
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit()
      }}
    >
      {children}
      {/* Without a submit button, Enter sends no form that has two text fields. */}
      <button type="submit" hidden />
    </Form>
  )
}
