/** Page to set a new password. The sign-in link of a person who forgot their password opens it. */
import type { Metadata } from "next"
import { NarrowPage } from "@/components/frame/narrow-page"
import { PasswordForm } from "@/components/people/password-form"
import { defaultPathAfterSignIn } from "@/server/local-path"
import { requirePerson } from "@/server/visit"

export const metadata: Metadata = { title: "New password" }

export default async function NewPasswordPage() {
  const { api } = await requirePerson()
  const { data: me } = await api.people.getAccount({})
  return (
    <NarrowPage
      title="New password"
      lead={`You are signed in as ${me.email}. A new password ends your other sessions and disconnects your apps.`}
    >
      <PasswordForm person={me} goTo={defaultPathAfterSignIn} />
    </NarrowPage>
  )
}
