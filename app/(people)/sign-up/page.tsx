/** The sign-up page: creates an account with a password, or by confirming the address of an invitation. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Link } from "@/components/link"
import { PasswordlessSignUp } from "@/components/people/passwordless-sign-up"
import { SignUpForm } from "@/components/people/sign-up-form"
import { Button } from "@/components/ui/button"
import { signUpPolicy } from "@/domain/kernel/policies"
import { invitationIn } from "@/server/auth/invitation-link"
import { availableSignInMethods } from "@/server/auth/providers"
import { toLocalPath } from "@/server/local-path"
import { loadVisitor, orNull } from "@/server/visit"

export const metadata: Metadata = { title: "Create an account" }

type Props = { searchParams: Promise<{ callbackUrl?: string }> }

export default async function SignUpPage({ searchParams }: Props) {
  const goTo = toLocalPath((await searchParams).callbackUrl)
  const { person, api } = await loadVisitor()
  if (person) redirect(goTo)
  const token = invitationIn(goTo)
  const policy = signUpPolicy()
  if (policy === "closed" || (policy === "invite" && token === null)) return <NoSignUp isClosed={policy === "closed"} />
  if (token === null)
    return (
      <Page lead="You also create your first team and become its owner." signInPath="/sign-in">
        <SignUpForm />
      </Page>
    )
  const signInPath = `/sign-in?callbackUrl=${encodeURIComponent(goTo)}`
  const invitation = await orNull(api.teams.getInvitation({ token }))
  if (!invitation) redirect(goTo)
  if (invitation.data.is_for_one_address) return <OneAddressPage goTo={goTo} signInPath={signInPath} />
  return (
    <Page lead="Then you can accept the invitation." signInPath={signInPath}>
      <SignUpForm goTo={goTo} invitation={token} />
    </Page>
  )
}

/** Sign-up with an invitation for one email address. Only a person who confirms the address can accept it. */
function OneAddressPage({ goTo, signInPath }: { goTo: string; signInPath: string }) {
  const signInMethods = availableSignInMethods()
  const canConfirmAddress = signInMethods.email || signInMethods.google || signInMethods.github
  return (
    <Page
      lead={`This invitation is for one email address. ${
        canConfirmAddress
          ? "Confirm that it is yours to create your account."
          : "This installation cannot confirm addresses, so ask for an invitation link without an address."
      }`}
      signInPath={signInPath}
    >
      {canConfirmAddress && <PasswordlessSignUp goTo={goTo} signInMethods={signInMethods} />}
    </Page>
  )
}

function Page({ lead, signInPath, children }: { lead: string; signInPath: string; children: ReactNode }) {
  return (
    <NarrowPage title="Create an account" lead={lead}>
      {children}
      <p className="mt-6 text-quiet">
        Already have an account?{" "}
        <Link href={signInPath} className="text-accent underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </NarrowPage>
  )
}

/** Explains why the visitor cannot create an account. */
const NoSignUp = ({ isClosed }: { isClosed: boolean }) => (
  <NarrowPage
    title={isClosed ? "Sign-up is closed" : "You need an invitation"}
    lead={
      isClosed
        ? "This installation does not accept new accounts."
        : "Ask an admin of your team for an invitation link. Open it to create your account."
    }
  >
    <Button asChild>
      <Link href="/sign-in">Sign in</Link>
    </Button>
  </NarrowPage>
)
