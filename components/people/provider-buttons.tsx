/** Buttons for Google and GitHub, if the operator has configured them. */
"use client"

import { signIn } from "next-auth/react"
import { Button } from "@/components/ui/button"

/** The ways to sign in that this installation offers besides the password. `email` is a link by email. */
export type SignInMethods = { email: boolean; google: boolean; github: boolean }

export function ProviderButtons({ signInMethods, goTo }: { signInMethods: SignInMethods; goTo: string }) {
  return (
    <div className="grid gap-2">
      {signInMethods.google && (
        <Button onClick={() => signIn("google", { callbackUrl: goTo })}>Continue with Google</Button>
      )}
      {signInMethods.github && (
        <Button onClick={() => signIn("github", { callbackUrl: goTo })}>Continue with GitHub</Button>
      )}
    </div>
  )
}
