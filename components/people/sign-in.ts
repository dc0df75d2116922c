/** Signs in with a password or a link. Each function returns null on success, or an error code. */
import { signIn } from "next-auth/react"

export const forgotPasswordPath = "/sign-in/forgot-password"
/** The page that the link for a forgotten password opens. */
export const newPasswordPath = "/sign-in/new-password"

/** Signs in with a password and opens `goTo`. */
export async function signInWithPassword(
  credentials: { email: string; password: string },
  goTo: string,
): Promise<string | null> {
  const errorCode = await submitPassword(credentials)
  // A full page load, because the router has cached pages as they were before the user signed in.
  if (errorCode === null) window.location.assign(goTo)
  return errorCode
}

async function submitPassword(credentials: { email: string; password: string }): Promise<string | null> {
  try {
    const response = await signIn("credentials", { ...credentials, redirect: false })
    return !response || response.error ? (response?.error ?? "unavailable") : null
  } catch {
    return "unavailable"
  }
}

/** Sends an email with a link that signs in, confirms the address, and opens `goTo`. */
export async function sendSignInLink(email: string, goTo: string): Promise<string | null> {
  try {
    const response = await signIn("email", { email, redirect: false, callbackUrl: goTo })
    return !response || response.error ? (response?.error ?? "EmailSignin") : null
  } catch {
    return "unavailable"
  }
}

/** Sends the link, and opens the page that asks the user to check their email. */
export async function sendLinkAndOpenNotice(email: string, goTo: string): Promise<string | null> {
  const errorCode = await sendSignInLink(email, goTo)
  if (errorCode === null) window.location.assign(`/sign-in/email-sent?callbackUrl=${encodeURIComponent(goTo)}`)
  return errorCode
}
