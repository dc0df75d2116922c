/** Form that sends a sign-in link, which leads to the page for a new password. */
"use client"

import { useState } from "react"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ErrorNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input } from "@/components/ui/input"
import { newPasswordPath, sendLinkAndOpenNotice } from "./sign-in"
import { signInErrorText } from "./sign-in-errors"

export function ForgotPasswordForm() {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(email: string) {
    setBusy(true)
    const errorCode = await sendLinkAndOpenNotice(email, newPasswordPath)
    setError(errorCode)
    if (errorCode) setBusy(false)
  }
  return (
    <form method="post" className="grid gap-4" onSubmit={(event) => send(formValues(event).email ?? "")}>
      {error && <ErrorNote>{signInErrorText(error)}</ErrorNote>}
      <Field label="Email" name="email">
        <Input type="email" autoComplete="username" required autoFocus />
      </Field>
      <SubmitButton kind="primary" isBusy={isBusy}>
        Send sign-in link
      </SubmitButton>
    </form>
  )
}
