/** Dialog that creates an invitation and shows its link once. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data, Role } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { CreateDialog, type SecretStepContent } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import { Input, Select } from "@/components/ui/input"
import { assignableRoles, roleDescriptions } from "./role-descriptions"

type Props = { mayInviteOwners: boolean; canSendMail: boolean }
type Created = Data<"teams", "invite">

export function InviteDialog({ mayInviteOwners, canSendMail }: Props) {
  return (
    <CreateDialog<Created>
      trigger={<Button kind="primary">Invite members</Button>}
      title="Invite a member"
      form={(onCreated) => (
        <InviteForm mayInviteOwners={mayInviteOwners} canSendMail={canSendMail} onCreated={onCreated} />
      )}
      secretOf={invitationLink}
    />
  )
}

const invitationLink = ({ link, is_mailed, invitation }: Created): SecretStepContent => ({
  title: "Invitation link",
  lead: `${is_mailed ? `We sent this link to ${invitation.email}. You can also send it yourself.` : "Send this link to the person you invite."} It works once, expires after 7 days, and is not shown again.`,
  label: "Invitation link",
  secret: link,
  doneLabel: "Done",
})

function InviteForm({ mayInviteOwners, canSendMail, onCreated }: Props & { onCreated: (created: Created) => void }) {
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
          {assignableRoles(mayInviteOwners ? "owner" : "admin").map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <DialogFormActions isBusy={isBusy}>Create link</DialogFormActions>
    </form>
  )
}
