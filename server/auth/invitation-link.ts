/** Finds the invitation that a person accepts by signing in, from the request to next-auth. */
import "server-only"

type Call = { cookies: Record<string, string | undefined>; query: Record<string, string | undefined> }

/**
 * Returns the token of the invitation, or null. next-auth stores the page that follows sign-in: in a cookie during
 * sign-in with Google or GitHub, and in the address of a sign-in link. For an invited person, it is the page of the
 * invitation.
 */
export function invitationOf({ cookies, query }: Call): string | null {
  const target = query.callbackUrl ?? cookies["__Secure-next-auth.callback-url"] ?? cookies["next-auth.callback-url"]
  return invitationIn(target)
}

/** Returns the token in the address of an invitation page, or null for other addresses. */
export function invitationIn(address: string | null | undefined): string | null {
  return /^(?:https?:\/\/[^/]+)?\/invitations\/([\w-]+)$/.exec(address ?? "")?.[1] ?? null
}
