/**
 * Says that a sign-in link was sent. The text is the same for every address, so it does not reveal who has an account.
 */
import type { Metadata } from "next"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Link } from "@/components/link"
import { forgotPasswordPath, newPasswordPath } from "@/components/people/sign-in"
import { invitationIn } from "@/server/auth/invitation-link"
import { toLocalPath } from "@/server/local-path"

export const metadata: Metadata = { title: "Check your email" }

type Props = { searchParams: Promise<{ callbackUrl?: string }> }

export default async function EmailSentPage({ searchParams }: Props) {
  const goTo = toLocalPath((await searchParams).callbackUrl)
  const formPage = formPageFor(goTo)
  return (
    <NarrowPage
      title="Check your email"
      lead="If the address you entered has an account, or you may create one, we sent you a link that signs you in. The link works once and expires after 1 hour."
    >
      <p className="text-quiet">
        No email after a few minutes? Check the address and your spam folder, or{" "}
        <Link href={formPage} className="text-accent underline underline-offset-2">
          try again
        </Link>
        .
      </p>
    </NarrowPage>
  )
}

/** Returns the page with the form that sent the link. `goTo` is the page that the link opens. */
function formPageFor(goTo: string): string {
  if (goTo === newPasswordPath) return forgotPasswordPath
  return invitationIn(goTo) === null ? `/sign-in?callbackUrl=${encodeURIComponent(goTo)}` : goTo
}
