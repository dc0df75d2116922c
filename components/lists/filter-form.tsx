/** Filters of a list: choosing one shows the list anew; the choice stands in the address. */
"use client"

import Form from "next/form"
import type { ReactNode } from "react"

export function FilterForm({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Form
      action={path}
      scroll={false}
      // The address says what is chosen, not what the browser remembers.
      autoComplete="off"
      className="mb-3 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      onChange={(event) => {
        // What is typed goes off with Enter.
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit()
      }}
    >
      {children}
      {/* Without a submit button, Enter sends no form that has two text fields. */}
      <button type="submit" hidden />
    </Form>
  )
}
