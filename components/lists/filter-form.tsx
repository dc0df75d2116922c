/** Form of a list's filters. A choice reloads the list and is stored in the URL. */
"use client"

import { useRouter, useSearchParams } from "next/navigation"
import { type ComponentProps, type ReactNode, useId, useState, useTransition } from "react"
import { LoadingBar } from "@/components/link"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"

type Props = {
  path: string
  children: ReactNode
  /** Phones show only a button until it is pressed or a filter is set. For forms of many fields. */
  isClosedOnPhone?: boolean
  /** The form is in a line with other elements, and has no space below. */
  isInline?: boolean
  /** The form filters the sections below it, not one table. */
  isAboveSection?: boolean
}

export function FilterForm({ path, children, isClosedOnPhone, isInline, isAboveSection }: Props) {
  const id = useId()
  const query = useSearchParams()
  const [isOpen, setOpen] = useState(() => [...query].some(([name, value]) => value && isFilter(name)))
  return (
    <>
      {isClosedOnPhone && (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          className="mb-3 sm:hidden noscript:hidden print:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
      )}
      <UrlForm
        id={id}
        path={path}
        // The URL determines the values, not the browser's form history.
        autoComplete="off"
        className={cn(
          "grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap sm:items-center sm:gap-2 print:hidden",
          !isInline && (isAboveSection ? "mb-6" : "mb-3"),
          isClosedOnPhone && !isOpen && "max-sm:hidden max-sm:noscript:grid",
        )}
        onChange={(event) => {
          // Text fields are submitted with Enter, and dates with their button.
          if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit()
        }}
      >
        {children}
        {/* Browsers submit a form with several text fields on Enter only if it has a submit button. */}
        <button type="submit" hidden />
        <noscript>
          <Button asChild size="small" className="h-8">
            <button type="submit">Apply filters</button>
          </Button>
        </noscript>
      </UrlForm>
    </>
  )
}

const isFilter = (name: string) => name !== "sort" && name !== "cursor"

type UrlFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit"> & { path: string }

/** A form whose fields become the query of a page's URL. The page changes without a reload. */
function UrlForm({ path, children, ...props }: UrlFormProps) {
  const router = useRouter()
  const [isLoading, startLoading] = useTransition()
  return (
    <form
      // Before hydration, the browser submits the form itself.
      action={path}
      onSubmit={(event) => {
        event.preventDefault()
        const query = new URLSearchParams()
        for (const [name, value] of new FormData(event.currentTarget)) query.append(name, String(value))
        startLoading(() => router.push(`${path}?${query}`, { scroll: false }))
      }}
      {...props}
    >
      {children}
      {isLoading && <LoadingBar />}
    </form>
  )
}
