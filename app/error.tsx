/** The error page outside any team. */
"use client"

import { BareFrame } from "@/components/frame/bare-frame"
import { ErrorPage, type ErrorPageProps } from "@/components/frame/error-page"

export default function PageError(props: ErrorPageProps) {
  return (
    <BareFrame>
      <ErrorPage {...props} />
    </BareFrame>
  )
}
