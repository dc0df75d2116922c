/**
 * Page for people who forgot their password: sends a sign-in link or, if the installation sends no email, refers to the
 * operator.
 */
import type { Metadata } from "next"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Link } from "@/components/link"
import { ForgotPasswordForm } from "@/components/people/forgot-password-form"
import { CodeBlock } from "@/components/ui/code-block"
import { freshMinutes } from "@/domain/people/prove-identity"
import { availableSignInMethods } from "@/server/auth/providers"
import { loadVisitor } from "@/server/visit"

export const metadata: Metadata = { title: "Forgot your password?" }

const BackLink = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <p className="mt-6">
    <Link href={isSignedIn ? "/account" : "/sign-in"} className="text-accent hover:underline">
      {isSignedIn ? "Back to your account" : "Back to sign in"}
    </Link>
  </p>
)

export default async function ForgotPasswordPage() {
  const isSignedIn = (await loadVisitor()).person !== null
  if (availableSignInMethods().email)
    return (
      <NarrowPage
        title="Forgot your password?"
        lead={`We send you a link that signs you in. Then you have ${freshMinutes} minutes to set a new password.`}
      >
        <ForgotPasswordForm />
        <BackLink isSignedIn={isSignedIn} />
      </NarrowPage>
    )
  return (
    <NarrowPage
      title="Forgot your password?"
      lead="This installation sends no emails. Ask its operator for a new password. They run this command:"
    >
      {/* Wider than the column, so that the command stays on one line. */}
      <div className="md:-mr-44">
        <CodeBlock label="Command" code="npm run admin -- accounts reset-password you@example.com" />
      </div>
      <BackLink isSignedIn={isSignedIn} />
    </NarrowPage>
  )
}
