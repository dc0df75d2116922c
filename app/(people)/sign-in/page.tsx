/** The sign-in page. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Link } from "@/components/link"
import { SignInForm } from "@/components/people/sign-in-form"
import { signUpPolicy } from "@/domain/kernel/policies"
import { invitationIn } from "@/server/auth/invitation-link"
import { availableSignInMethods } from "@/server/auth/providers"
import { defaultPathAfterSignIn, toLocalPath } from "@/server/local-path"
import { loadVisitor } from "@/server/visit"

export const metadata: Metadata = { title: "Sign in" }

type Props = { searchParams: Promise<{ callbackUrl?: string; error?: string }> }

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams
  const goTo = toLocalPath(callbackUrl)
  if ((await loadVisitor()).person && !error) redirect(goTo)
  const policy = signUpPolicy()
  const canSignUp = policy === "open" || (policy === "invite" && invitationIn(goTo) !== null)
  const query = goTo === defaultPathAfterSignIn ? "" : `?callbackUrl=${encodeURIComponent(goTo)}`
  return (
    <NarrowPage
      title="Sign in"
      lead={goTo !== defaultPathAfterSignIn && "After you sign in, you return to the page that you opened."}
    >
      <SignInForm goTo={goTo} error={error} signInMethods={availableSignInMethods()} />
      {canSignUp && (
        <p className="mt-6 text-quiet">
          New here?{" "}
          <Link href={`/sign-up${query}`} className="text-accent underline underline-offset-2">
            Create an account
          </Link>
        </p>
      )}
    </NarrowPage>
  )
}
