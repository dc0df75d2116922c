/** Finds the invitation that led a person to sign in, from a call to next-auth. */
import "server-only"

type Call = { cookies: Record<string, string | undefined>; query: Record<string, string | undefined> }

/**
 * The invitation's token, or null. next-auth remembers where to go after sign-in: in a cookie on the way to Google or
 * GitHub, and in the address of a sign-in link. For an invited person that is the invitation's page.
 */
export function invitationOf({ cookies, query }: Call): string | null {
  const target = query.callbackUrl ?? cookies["__Secure-next-auth.callback-url"] ?? cookies["next-auth.callback-url"]
  return invitationIn(target)
}

/** The token in the address of an invitation page. */
export function invitationIn(address: string | null | undefined): string | null {
  return /^(?:https?:\/\/[^/]+)?\/invitations\/([\w-]+)$/.exec(address ?? "")?.[1] ?? null
}
