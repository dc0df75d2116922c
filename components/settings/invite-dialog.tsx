/** Dialog that creates an invitation and shows its link once. */
"use client"

import type { Data } from "@/components/api/types"
import { CreateDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import type { InviteProps } from "./invite-form"

const loadForm = () => import("./invite-form")

export function InviteDialog(props: InviteProps) {
  return (
    <CreateDialog<Data<"teams", "invite">, Awaited<ReturnType<typeof loadForm>>>
      trigger={<Button kind="primary">Invite members</Button>}
      title="Invite a member"
      load={loadForm}
      form={({ InviteForm }, onCreated) => <InviteForm {...props} onCreated={onCreated} />}
      secretOf={({ invitationLink }, created) => invitationLink(created)}
    />
  )
}
