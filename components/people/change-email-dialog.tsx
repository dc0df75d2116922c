/** Dialog that asks for a new email address, and then says that a link was sent to it. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Input } from "@/components/ui/input"
import { SignInAgain } from "./sign-in-again"

type Props = {
  person: { email: string; needs_current_password: boolean; needs_new_sign_in: boolean }
  /** How long a new session may ask for a new address without a password. */
  freshMinutes: number
}

export const ChangeEmailDialog = ({ person, freshMinutes }: Props) => (
  <Dialog>
    <DialogTrigger>
      <Button>Change email address</Button>
    </DialogTrigger>
    <DialogContent title="Change email address">
      {person.needs_new_sign_in ? (
        <SignInAgain email={person.email} freshMinutes={freshMinutes} canSendLink />
      ) : (
        <ChangeEmailForm person={person} />
      )}
    </DialogContent>
  </Dialog>
)

function ChangeEmailForm({ person }: Pick<Props, "person">) {
  const api = useApi()
  const { run, isBusy, problem, output } = useAction(api.people.requestEmailChange.mutationOptions())
  if (output) return <LinkSent email={output.data.email} current={person.email} />
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { email = "", current_password } = formValues(event)
        run({ email, ...(current_password && { current_password }) })
      }}
    >
      <ProblemNote problem={problem} fields={["email", "current_password"]} />
      <Field label="New email address" name="email" hint="We send a confirmation link there." problem={problem}>
        <Input type="email" autoComplete="off" required />
      </Field>
      {person.needs_current_password && (
        <Field label="Current password" name="current_password" problem={problem}>
          <Input type="password" autoComplete="current-password" required />
        </Field>
      )}
      <DialogFormActions isBusy={isBusy}>Send confirmation link</DialogFormActions>
    </form>
  )
}

/** The text is the same when another account has the address. */
const LinkSent = ({ email, current }: { email: string; current: string }) => (
  <div className="flex flex-col gap-4">
    <p role="status">
      We sent an email to <span className="break-words font-strong">{email}</span>. Open its link while you are signed
      in to this account. Until then, your address is still <span className="break-words">{current}</span>.
    </p>
    <p className="text-quiet">The link works once and expires after 1 hour. A new request replaces it.</p>
    <DialogActions>
      <DialogClose>
        <Button kind="primary" autoFocus>
          Done
        </Button>
      </DialogClose>
    </DialogActions>
  </div>
)
