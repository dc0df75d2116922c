/** Error page for server errors: explains the error and offers to try again. */
"use client"

import { Button } from "@/components/ui/button"
import { Narrow } from "./bare-frame"

export type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void }

export function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <Narrow
      title="Something went wrong"
      lead="This page could not be loaded, because of an error on our side. Try again. If it fails again, contact the operator of this service."
    >
      <Button kind="primary" onClick={reset}>
        Try again
      </Button>
      {error.digest && (
        <p className="mt-4 text-quiet text-small">
          Error reference: <code>{error.digest}</code>
        </p>
      )}
    </Narrow>
  )
}
