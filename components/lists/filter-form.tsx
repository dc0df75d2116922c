/** Form of a list's filters. A choice reloads the list and is stored in the URL. */
"use client"

import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { UrlForm } from "./url-form"

export function FilterForm({ path, children }: { path: string; children: ReactNode }) {
  return (
    <UrlForm
      path={path}
      // The URL determines the values, not the browser's form history.
      autoComplete="off"
      className="mb-3 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap print:hidden"
      onChange={(event) => {
        // Text fields are submitted with Enter, and dates with their button.
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit()
      }}
    >
      {children}
      {/* Without a submit button, Enter sends no form that has two text fields. */}
      <button type="submit" hidden />
      <noscript>
        <Button asChild size="small" className="h-8">
          <button type="submit">Apply filters</button>
        </Button>
      </noscript>
    </UrlForm>
  )
}
