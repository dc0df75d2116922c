/** Button that turns off the daily email of signals, for the link at the end of such an email. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ErrorNote, ProblemNote } from "@/components/forms/problem-note"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"

export function Unsubscribe({ token }: { token: string }) {
  const api = useApi()
  const { run, isBusy, problem, output } = useAction(api.signals.unsubscribe.mutationOptions())
  if (output)
    return (
      <p role="status">
        The email is turned off. You can turn it on again in your <Link href="/account">account settings</Link>.
      </p>
    )
  return (
    <div className="grid justify-items-start gap-4">
      {problem?.code === "resource_not_found" ? (
        <ErrorNote>This link is not complete. Copy the whole link from the email.</ErrorNote>
      ) : (
        <ProblemNote problem={problem} />
      )}
      <Button kind="primary" isBusy={isBusy} onClick={() => run({ token })}>
        Turn off email
      </Button>
    </div>
  )
}
