/** Signs in with a password and goes on; gives the code of what failed instead. */
import { signIn } from "next-auth/react"

export async function enter(given: Credentials, goTo: string): Promise<string | null> {
  const failure = await signInAgain(given)
  // A full load: whatever the router has kept was kept for somebody who was not signed in.
  if (failure === null) window.location.assign(goTo)
  return failure
}

/** Signs in and stays on the page. */
export async function signInAgain(given: Credentials): Promise<string | null> {
  try {
    const answer = await signIn("credentials", { ...given, redirect: false })
    return !answer || answer.error ? (answer?.error ?? "unavailable") : null
  } catch {
    return "unavailable"
  }
}

type Credentials = { email: string; password: string }
