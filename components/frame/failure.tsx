/** Error page for server errors: explains the error and offers to try again. */
"use client"

import { Narrow } from "@/components/frame/bare-frame"
import { Button } from "@/components/ui/button"

export type FailureProps = { error: Error & { digest?: string }; reset: () => void }

export function Failure({ error, reset }: FailureProps) {
  return (
    <Narrow title="This page failed" lead="Something went wrong on our side. Nothing was lost.">
      <Button kind="primary" onClick={reset}>
        Try again
      </Button>
      {error.digest && (
        <p className="mt-4 text-quiet text-small">
          Reference for the log: <code>{error.digest}</code>
        </p>
      )}
    </Narrow>
  )
}
