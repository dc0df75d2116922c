/** Button that changes the user's email address, for the link in the email to the new address. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ProblemNote } from "@/components/forms/problem-note"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"

export function ConfirmNewEmail({ token, currentEmail }: { token: string; currentEmail: string }) {
  const api = useApi()
  const { run, isBusy, problem, output } = useAction(api.people.changeEmail.mutationOptions())
  if (output)
    return (
      <div className="grid justify-items-start gap-4">
        <p role="status">
          Your email address is now <span className="break-words font-strong">{output.data.email}</span>. Your other
          sessions have ended.
        </p>
        <Button asChild>
          <Link href="/account">Go to your account</Link>
        </Button>
      </div>
    )
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        You are signed in as <span className="break-words">{currentEmail}</span>. Replace this address with the one to
        which we sent the link?
      </p>
      <ProblemNote problem={problem} />
      <Button kind="primary" isBusy={isBusy} onClick={() => run({ token })}>
        Change email address
      </Button>
    </div>
  )
}
