/** A form whose fields become the query of a page's URL. The page changes without a reload. */
"use client"

import { useRouter } from "next/navigation"
import { type ComponentProps, useTransition } from "react"
import { LoadingBar } from "@/components/link"

type Props = Omit<ComponentProps<"form">, "action" | "onSubmit"> & { path: string }

export function UrlForm({ path, children, ...props }: Props) {
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
