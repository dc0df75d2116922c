/** Asks a user without a password to sign in again before the password or the email address changes. */
"use client"

import { useState } from "react"
import { ErrorNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { sendLinkAndOpenNotice } from "./sign-in"
import { signInErrorText } from "./sign-in-errors"

type Props = {
  email: string
  /** How long after a sign-in no password is needed. */
  freshMinutes: number
  /** False when the installation sends no emails. */
  canSendLink: boolean
}

export function SignInAgain({ email, freshMinutes, canSendLink }: Props) {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    const errorCode = await sendLinkAndOpenNotice(email, "/account")
    setError(errorCode)
    if (errorCode) setBusy(false)
  }
  return (
    <div className="grid gap-4">
      {error && <ErrorNote>{signInErrorText(error)}</ErrorNote>}
      <p className="max-w-[68ch]">
        Your account has no password, so sign in again first. Then you have {freshMinutes} minutes to set a password or
        to change your email address.
      </p>
      {canSendLink ? (
        <>
          <div>
            <Button isBusy={isBusy} onClick={send}>
              Send sign-in link
            </Button>
          </div>
          <p className="max-w-[68ch] text-quiet">
            The link goes to <span className="break-words">{email}</span>. You can also sign out, and sign in with a
            connected account.
          </p>
        </>
      ) : (
        <p className="text-quiet">Sign out, and sign in with a connected account.</p>
      )}
    </div>
  )
}
