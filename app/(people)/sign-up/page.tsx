/** Making an account. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { Narrow } from "@/components/frame/bare-frame"
import { Link } from "@/components/link"
import { SignUpForm } from "@/components/people/sign-up-form"
import { Button } from "@/components/ui/button"
import { signUpPolicy } from "@/domain/installation/policies"
import { invitationIn } from "@/server/auth/invitation-link"
import { localPath } from "@/server/local-path"
import { visit } from "@/server/visit"

export const metadata: Metadata = { title: "Create an account" }

type Props = { searchParams: Promise<{ callbackUrl?: string }> }

export default async function SignUpPage({ searchParams }: Props) {
  const goTo = localPath((await searchParams).callbackUrl)
  if ((await visit()).person) redirect(goTo)
  const invitation = invitationIn(goTo)
  const isInvited = invitation !== null
  const policy = signUpPolicy()
  if (policy === "closed" || (policy === "invite" && !isInvited)) return <NoSignUp isClosed={policy === "closed"} />
  return (
    <Narrow
      title="Create an account"
      lead={isInvited ? "Then you can accept the invitation." : "With it comes a team, which you own."}
    >
      <SignUpForm {...(isInvited ? { goTo, invitation } : {})} />
      <p className="mt-6 text-quiet">
        Have an account?{" "}
        <Link
          href={isInvited ? `/sign-in?callbackUrl=${encodeURIComponent(goTo)}` : "/sign-in"}
          className="text-accent underline underline-offset-2"
        >
          Sign in
        </Link>
      </p>
    </Narrow>
  )
}

/** The page for a person who may not create an account. */
const NoSignUp = ({ isClosed }: { isClosed: boolean }) => (
  <Narrow
    title={isClosed ? "Sign-up is closed" : "You need an invitation"}
    lead={
      isClosed
        ? "This installation does not accept new accounts."
        : "Ask an admin of your team for an invitation link, and open it. Then you can create your account."
    }
  >
    <Button asChild>
      <Link href="/sign-in">Sign in</Link>
    </Button>
  </Narrow>
)
