/** Signing in with a password or by a link. Each function returns null when it worked, or the code of what failed. */
import { signIn } from "next-auth/react"

/** Signs in with a password and opens `goTo`. */
export async function enter(given: { email: string; password: string }, goTo: string): Promise<string | null> {
  const failure = await withPassword(given)
  // A full load: the router's cache holds pages of a visitor who was not signed in.
  if (failure === null) window.location.assign(goTo)
  return failure
}

async function withPassword(given: { email: string; password: string }): Promise<string | null> {
  try {
    const answer = await signIn("credentials", { ...given, redirect: false })
    return !answer || answer.error ? (answer?.error ?? "unavailable") : null
  } catch {
    return "unavailable"
  }
}

/** Sends a link that signs in, confirms the address, and then leads to `goTo`. */
export async function sendSignInLink(email: string, goTo: string): Promise<string | null> {
  try {
    const answer = await signIn("email", { email, redirect: false, callbackUrl: goTo })
    return !answer || answer.error ? (answer?.error ?? "EmailSignin") : null
  } catch {
    return "unavailable"
  }
}

/** Sends the link, and opens the page that says so. */
export async function sendLinkAndLeave(email: string, goTo: string): Promise<string | null> {
  const failure = await sendSignInLink(email, goTo)
  if (failure === null) window.location.assign(`/sign-in/letter-sent?callbackUrl=${encodeURIComponent(goTo)}`)
  return failure
}
