/**
 * After a change without a session: offers to sign in and come back. The page stays, so that its inputs can be copied.
 */
import { showToast } from "@/components/ui/toaster"

export function offerSignIn() {
  const { pathname, search } = window.location
  const signIn = `/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`
  showToast("Your session has ended", {
    description: "Nothing was saved. Sign in to continue on this page.",
    action: { label: "Sign in", onClick: () => window.location.assign(signIn) },
    durationMs: 60_000,
  })
}
