/** The form and the link of the dialog that creates an invitation. They load when the dialog first opens. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data, Role } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import type { SecretStepContent } from "@/components/forms/secret-dialog"
import { Input, Select } from "@/components/ui/input"
import { assignableRoles, roleDescriptions } from "./role-descriptions"

type Created = Data<"teams", "invite">

export const invitationLink = ({ link, is_mailed, invitation }: Created): SecretStepContent => ({
  title: "Invitation link",
  lead: `${is_mailed ? `We sent this link to ${invitation.email}. You can also send it yourself.` : "Send this link to the person you invite."} It works once, expires after 7 days, and is not shown again.`,
  label: "Invitation link",
  secret: link,
  doneLabel: "Done",
})

export type InviteProps = { canInviteOwners: boolean; canSendMail: boolean }
type Props = InviteProps & { onCreated: (created: Created) => void }

export function InviteForm({ canInviteOwners, canSendMail, onCreated }: Props) {
  const api = useApi()
  const [role, setRole] = useState<Role>("member")
  const { run, isBusy, problem } = useAction(api.teams.invite.mutationOptions(), {
    onDone: ({ data }) => onCreated(data),
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { email } = formValues(event)
        run({ role, ...(email ? { email } : {}) })
      }}
    >
      <ProblemNote problem={problem} fields={["email"]} />
      <Field
        label="Email"
        name="email"
        hint={
          canSendMail
            ? "Only a person who has confirmed this address can accept. Leave it empty for a link that anyone can use once."
            : "Leave it empty for a link that anyone can use once. This installation has no mail server, so most people cannot confirm an address to accept."
        }
        problem={problem}
      >
        <Input type="email" autoComplete="off" />
      </Field>
      <Field label="Role" name="role" hint={roleDescriptions[role]}>
        <Select value={role} onChange={(event) => setRole(event.target.value as Role)}>
          {assignableRoles(canInviteOwners ? "owner" : "admin").map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <DialogFormActions isBusy={isBusy}>Create link</DialogFormActions>
    </form>
  )
}
