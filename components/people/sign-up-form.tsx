/** Form that creates an account and its first team. */
"use client"

import { type FormEvent, useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ErrorNote, ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"
import { signInWithPassword } from "./sign-in"
import { signInErrorText } from "./sign-in-errors"

const fields = ["name", "email", "password", "team_name"]

type Props = {
  /** The page to open afterwards, for invited users, who create no team. Other users create a team, which opens. */
  goTo?: string
  /** The token of the invitation link. */
  invitation?: string
}

export function SignUpForm({ goTo, invitation }: Props) {
  const api = useApi()
  const [isSigningIn, setSigningIn] = useState(false)
  const [signInError, setSignInError] = useState<{ code: string; path: string } | null>(null)
  const { run, isBusy, problem } = useAction(api.people.signUp.mutationOptions())
  function signUp(event: FormEvent<HTMLFormElement>) {
    const { name = "", email = "", password = "", team_name } = formValues(event)
    async function signIn(teamSlug: string | null) {
      setSigningIn(true)
      const path = goTo ?? `/${teamSlug}`
      const code = await signInWithPassword({ email, password }, path)
      if (code) setSignInError({ code, path })
    }
    run(
      { name, email, password, ...(team_name !== undefined && { team_name }), ...(invitation && { invitation }) },
      { onSuccess: ({ data }) => signIn(data.team_slug) },
    )
  }
  if (signInError)
    return (
      <div className="grid justify-items-start gap-4">
        <ErrorNote>Your account was created, but you are not signed in. {signInErrorText(signInError.code)}</ErrorNote>
        <Button asChild kind="primary">
          <Link href={`/sign-in?callbackUrl=${encodeURIComponent(signInError.path)}`}>Sign in</Link>
        </Button>
      </div>
    )
  return (
    <form method="post" className="grid gap-4" onSubmit={signUp}>
      <ProblemNote problem={problem} fields={fields} />
      <Field label="Your name" name="name" problem={problem}>
        <Input autoComplete="name" required maxLength={80} autoFocus />
      </Field>
      <Field label="Email" name="email" problem={problem}>
        <Input type="email" autoComplete="username" required />
      </Field>
      <Field
        label="Password"
        name="password"
        hint="At least 10 characters. A few random words work well."
        problem={problem}
      >
        <Input type="password" autoComplete="new-password" required minLength={10} />
      </Field>
      {goTo === undefined && (
        <Field label="Team" name="team_name" hint="Your agency or company. You can rename it later." problem={problem}>
          <Input autoComplete="organization" required maxLength={80} />
        </Field>
      )}
      <SubmitButton kind="primary" isBusy={isBusy || isSigningIn}>
        Create account
      </SubmitButton>
    </form>
  )
}
