/** Making an account. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { Narrow } from "@/components/frame/bare-frame"
import { Link } from "@/components/link"
import { SignUpForm } from "@/components/people/sign-up-form"
import { localPath } from "@/server/local-path"
import { visit } from "@/server/visit"

export const metadata: Metadata = { title: "Create an account" }

type Props = { searchParams: Promise<{ callbackUrl?: string }> }

export default async function SignUpPage({ searchParams }: Props) {
  const goTo = localPath((await searchParams).callbackUrl)
  if ((await visit()).person) redirect(goTo)
  const isInvited = goTo.startsWith("/invitations/")
  return (
    <Narrow
      title="Create an account"
      lead={isInvited ? "Then you can accept the invitation." : "With it comes a team, which you own."}
    >
      <SignUpForm {...(isInvited ? { goTo } : {})} />
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
