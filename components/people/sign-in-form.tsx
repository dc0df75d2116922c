/** Form that signs in with a password, or with another method that the operator has configured. */
"use client"

import { useRef, useState } from "react"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ErrorNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Link } from "@/components/link"
import { Input } from "@/components/ui/input"
import { ProviderButtons, type SignInMethods } from "./provider-buttons"
import { forgotPasswordPath, sendLinkAndOpenNotice, signInWithPassword } from "./sign-in"
import { signInErrorText } from "./sign-in-errors"

type Props = { goTo: string; error?: string; signInMethods: SignInMethods }

export function SignInForm({ goTo, error: initialError, signInMethods }: Props) {
  const [error, setError] = useState(initialError)
  const [isBusy, setBusy] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  async function attempt(signIn: () => Promise<string | null>) {
    setBusy(true)
    const errorCode = await signIn()
    setError(errorCode ?? undefined)
    if (errorCode) setBusy(false)
  }
  return (
    <div className="grid gap-5">
      {error && <ErrorNote>{signInErrorText(error)}</ErrorNote>}
      <form
        method="post"
        className="grid gap-4"
        onSubmit={(event) => {
          const { email = "", password = "" } = formValues(event)
          attempt(() => signInWithPassword({ email, password }, goTo)).then(() => passwordField.current?.select())
        }}
      >
        <Field label="Email" name="email">
          <Input type="email" autoComplete="username" required autoFocus />
        </Field>
        <Field label="Password" name="password">
          <Input ref={passwordField} type="password" autoComplete="current-password" required />
        </Field>
        <SubmitButton kind="primary" isBusy={isBusy}>
          Sign in
        </SubmitButton>
        <Link href={forgotPasswordPath} className="w-fit text-accent underline underline-offset-2">
          Forgot your password?
        </Link>
      </form>
      {(signInMethods.google || signInMethods.github) && (
        <div className="border-line border-t pt-5">
          <ProviderButtons signInMethods={signInMethods} goTo={goTo} />
        </div>
      )}
      {signInMethods.email && (
        <EmailLinkForm isBusy={isBusy} send={(email) => attempt(() => sendLinkAndOpenNotice(email, goTo))} />
      )}
    </div>
  )
}

function EmailLinkForm({ isBusy, send }: { isBusy: boolean; send: (email: string) => void }) {
  return (
    <form
      method="post"
      className="grid gap-3 border-line border-t pt-5"
      onSubmit={(event) => send(formValues(event).link_email ?? "")}
    >
      <Field label="Or get a sign-in link by email" name="link_email">
        <Input type="email" autoComplete="email" required />
      </Field>
      <SubmitButton isBusy={isBusy}>Send sign-in link</SubmitButton>
    </form>
  )
}
