/** Asks the signed-in user to confirm their email address, in a way that this installation offers. */
"use client"

import { useState } from "react"
import { ErrorNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import type { SignInMethods } from "./provider-buttons"
import { sendSignInLink } from "./sign-in"
import { signInErrorText } from "./sign-in-errors"

type Props = { email: string; signInMethods: SignInMethods; goTo: string }

/** `goTo` is the page that the link in the email opens. */
export function ConfirmAddress({ email, signInMethods, goTo }: Props) {
  const [state, setState] = useState<{ isBusy?: boolean; isSent?: boolean; error?: string }>({})
  if (!signInMethods.email) return <p className="max-w-[68ch]">{noEmailText(email, signInMethods)}</p>
  async function send() {
    setState({ isBusy: true })
    const error = await sendSignInLink(email, goTo)
    setState(error ? { error } : { isSent: true })
  }
  return (
    <div className="grid max-w-[68ch] justify-items-start gap-3">
      {state.error && <ErrorNote>{signInErrorText(state.error)}</ErrorNote>}
      <p>
        We will send a link to <span className="break-words font-strong">{email}</span>. Open it in this browser. In
        another browser, the link signs you in there, ends your other sessions, and removes your password, connected
        accounts and connected apps.
      </p>
      <Button isBusy={state.isBusy} disabled={state.isSent} onClick={send}>
        {state.isSent ? "Link sent" : "Send confirmation link"}
      </Button>
    </div>
  )
}

/** For an installation that sends no email. */
function noEmailText(email: string, { google, github }: Props["signInMethods"]) {
  const names = [google && "Google", github && "GitHub"].filter(Boolean).join(" or ")
  return names
    ? `This installation sends no email. To confirm ${email}, connect a ${names} account with this address under Account.`
    : "This installation has no mail server, so it cannot confirm addresses. Ask its operator to set one up."
}
