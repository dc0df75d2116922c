/**
 * Sign-up for an invitation that is limited to one email address. The user must confirm the address, so they sign up
 * with a link by email, Google or GitHub, and not with a password.
 */
"use client"

import { useState } from "react"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ErrorNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input } from "@/components/ui/input"
import { ProviderButtons, type SignInMethods } from "./provider-buttons"
import { sendLinkAndOpenNotice } from "./sign-in"
import { signInErrorText } from "./sign-in-errors"

/** `goTo` is the page of the invitation. `signInMethods` must offer at least one method. */
export function PasswordlessSignUp({ goTo, signInMethods }: { goTo: string; signInMethods: SignInMethods }) {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(email: string) {
    setBusy(true)
    const errorCode = await sendLinkAndOpenNotice(email, goTo)
    setError(errorCode)
    if (errorCode) setBusy(false)
  }
  return (
    <div className="grid gap-5">
      {error && <ErrorNote>{signInErrorText(error)}</ErrorNote>}
      {signInMethods.email && (
        <form
          method="post"
          className="grid gap-4"
          onSubmit={(event) => {
            void send(formValues(event).email ?? "")
          }}
        >
          <Field label="Invited email address" name="email" hint="The link in the email creates your account.">
            <Input type="email" autoComplete="email" required autoFocus />
          </Field>
          <SubmitButton kind="primary" isBusy={isBusy}>
            Send link
          </SubmitButton>
        </form>
      )}
      {(signInMethods.google || signInMethods.github) && (
        <div className={signInMethods.email ? "border-line border-t pt-5" : ""}>
          <ProviderButtons signInMethods={signInMethods} goTo={goTo} />
        </div>
      )}
    </div>
  )
}
