/** The error page outside any team. */
"use client"

import { ErrorPage, type ErrorPageProps } from "@/components/frame/error-page"

export default function PageError(props: ErrorPageProps) {
  return (
    <main className="px-4 sm:px-8">
      <ErrorPage {...props} />
    </main>
  )
}
