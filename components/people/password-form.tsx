/** Changing the password, or setting the first one; every session ends, and this one begins anew. */
"use client"

import { toast } from "sonner"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"
import { enter } from "./enter"

export function PasswordForm({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.people.changePassword.mutationOptions())
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        const { current_password, new_password = "" } = formValues(event)
        run(
          { new_password, ...(current_password ? { current_password } : {}) },
          {
            onSuccess: async () => {
              toast("Password changed")
              await enter({ email, password: new_password }, "/account")
            },
          },
        )
      }}
    >
      <ProblemNote problem={problem} fields={["current_password", "new_password"]} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <Field label="Current password" name="current_password" problem={problem}>
          <Input type="password" autoComplete="current-password" required />
        </Field>
      )}
      <Field label="New password" name="new_password" hint="At least 10 characters." problem={problem}>
        <Input type="password" autoComplete="new-password" required minLength={10} />
      </Field>
      <div>
        <Button type="submit" aria-busy={isBusy} disabled={isBusy}>
          {hasPassword ? "Change password" : "Set password"}
        </Button>
      </div>
    </form>
  )
}
