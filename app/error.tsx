/** The error page outside any team. */
"use client"

import { BareFrame } from "@/components/frame/bare-frame"
import { Failure, type FailureProps } from "@/components/frame/failure"

export default function PageError(props: FailureProps) {
  return (
    <BareFrame>
      <Failure {...props} />
    </BareFrame>
  )
}
