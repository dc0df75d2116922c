/** For people who forgot their password: sends a sign-in link, or says who can help. */
import type { Metadata } from "next"
import { Narrow } from "@/components/frame/narrow"
import { Link } from "@/components/link"
import { ForgotPasswordForm } from "@/components/people/forgot-password-form"
import { CodeBlock } from "@/components/ui/code-block"
import { linkMinutes } from "@/domain/people/change-password"
import { availableSignInMethods } from "@/server/auth/providers"

export const metadata: Metadata = { title: "Forgot your password?" }

const BackToSignIn = () => (
  <p className="mt-6">
    <Link href="/sign-in" className="text-accent hover:underline">
      Back to sign in
    </Link>
  </p>
)

export default function ForgotPasswordPage() {
  if (availableSignInMethods().email)
    return (
      <Narrow
        title="Forgot your password?"
        lead={`We send you a link that signs you in. Then you have ${linkMinutes} minutes to set a new password.`}
      >
        <ForgotPasswordForm />
        <BackToSignIn />
      </Narrow>
    )
  return (
    <Narrow
      title="Forgot your password?"
      lead="This installation sends no emails. Ask the person who runs it for a new password. They run this command:"
    >
      <CodeBlock label="Command" code="npm run admin -- accounts reset-password you@example.com" isWrapped />
      <BackToSignIn />
    </Narrow>
  )
}
