/** Signs in with a password and goes on; gives the code of what failed instead. */
import { signIn } from "next-auth/react"

export async function enter(given: { email: string; password: string }, goTo: string): Promise<string | null> {
  try {
    const answer = await signIn("credentials", { ...given, redirect: false })
    if (!answer || answer.error) return answer?.error ?? "unavailable"
  } catch {
    return "unavailable"
  }
  // A full load: whatever the router has kept was kept for somebody who was not signed in.
  window.location.assign(goTo)
  return null
}
