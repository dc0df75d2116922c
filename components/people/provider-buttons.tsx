/** Buttons for Google and GitHub, if the operator has configured them. */
"use client"

import { signIn } from "next-auth/react"
import { Button } from "@/components/ui/button"

/** The ways to sign in that this installation offers besides the password. `email` is a link by email. */
export type WaysToSignIn = { email: boolean; google: boolean; github: boolean }

export function ProviderButtons({ ways, goTo }: { ways: WaysToSignIn; goTo: string }) {
  return (
    <div className="grid gap-2">
      {ways.google && <Button onClick={() => signIn("google", { callbackUrl: goTo })}>Continue with Google</Button>}
      {ways.github && <Button onClick={() => signIn("github", { callbackUrl: goTo })}>Continue with GitHub</Button>}
    </div>
  )
}
