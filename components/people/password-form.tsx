/** Form that changes the password or sets the first one. All other sessions end. */
"use client"

import { useRouter } from "next/navigation"
import type { FormEvent } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input } from "@/components/ui/input"
import { showToast } from "@/components/ui/toaster"

type Props = {
  person: { email: string; has_password: boolean; needs_current_password: boolean }
  /** The page to open afterwards. Without it, the user stays on this page. */
  goTo?: string
}

export function PasswordForm({ person, goTo }: Props) {
  const api = useApi()
  const router = useRouter()
  const { run, isBusy, problem } = useAction(api.people.changePassword.mutationOptions())
  function changePassword(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const { current_password, new_password = "" } = formValues(event)
    function finish() {
      form.reset()
      showToast("Password changed")
      if (goTo) router.push(goTo)
      router.refresh()
    }
    run({ new_password, ...(current_password && { current_password }) }, { onSuccess: finish })
  }
  return (
    <form method="post" className="grid gap-4" onSubmit={changePassword}>
      <ProblemNote problem={problem} fields={["current_password", "new_password"]} />
      <input type="hidden" name="username" autoComplete="username" value={person.email} readOnly />
      {person.needs_current_password && (
        <Field label="Current password" name="current_password" problem={problem}>
          <Input type="password" autoComplete="current-password" required />
        </Field>
      )}
      <Field label="New password" name="new_password" hint="At least 10 characters." problem={problem}>
        <Input type="password" autoComplete="new-password" required minLength={10} />
      </Field>
      <div>
        <SubmitButton isBusy={isBusy}>{person.has_password ? "Change password" : "Set password"}</SubmitButton>
      </div>
    </form>
  )
}
