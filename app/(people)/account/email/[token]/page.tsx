/**
 * Page to confirm a new email address. The link in the confirmation email opens it. The person must be signed in to the
 * account, so a stranger who receives the email cannot confirm the address. The page changes nothing until the person
 * clicks, because mail programs open links too.
 */
import type { Metadata } from "next"
import { NarrowPage } from "@/components/frame/narrow-page"
import { ConfirmNewEmail } from "@/components/people/confirm-new-email"
import { requirePerson } from "@/server/visit"

export const metadata: Metadata = { title: "New email address" }

export default async function NewEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, { person }] = await Promise.all([params, requirePerson()])
  return (
    <NarrowPage title="New email address">
      <ConfirmNewEmail token={token} currentEmail={person.email} />
    </NarrowPage>
  )
}
