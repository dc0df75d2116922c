/** Sign-in by a link in an email. The link works once and expires after one hour. */
import "server-only"
import email from "next-auth/providers/email"
import { baseUrl } from "@/domain/kernel/base-url"
import type { RequestOrigin } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { trySendMail } from "@/domain/kernel/mail"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { canSignInOrSignUp } from "@/domain/people/accounts"
import { countAttempts } from "@/domain/people/attempt-limit"
import { addressKey } from "@/domain/usage/quotas"
import { invitationIn } from "./invitation-link"
import { logAuthError } from "./log-auth-error"

const linkSeconds = 60 * 60

/**
 * Counts a request for a link. Returns the page to show if it is refused, else null. next-auth sends the email and
 * stores the token of the link at the same time, so the request is counted before both.
 */
export async function admitLinkRequest(address: string, origin: RequestOrigin): Promise<string | null> {
  try {
    await countAttempts([
      { policy: "email_link_network", id: rateLimitKeyOf(origin.ip) },
      { policy: "email_link_address", id: addressKey(address) },
    ])
    return null
  } catch (error) {
    logAuthError("SIGNIN_EMAIL_ERROR", { error, providerId: "email" })
    // next-auth's own response when an email was not sent. Its code in the browser requires a complete URL.
    return `${baseUrl()}/api/auth/error?error=EmailSignin`
  }
}

export const emailProvider = () =>
  email({
    from: process.env.SMTP_FROM ?? "",
    maxAge: linkSeconds,
    async sendVerificationRequest({ identifier, url }) {
      // Send an email either way. Otherwise the page would reveal which addresses have an account.
      const invitation = invitationIn(new URL(url).searchParams.get("callbackUrl"))
      const isSignInAllowed = await canSignInOrSignUp({ email: identifier, invitation })
      const isSent = await trySendMail({ to: identifier, ...(isSignInAllowed ? signInEmail(url) : noAccountEmail) })
      if (!isSent) throw new Problem("upstream_error", "The email could not be sent. Try again in a few minutes.")
    },
  })

const signInEmail = (url: string) => ({
  subject: "Your sign-in link for Signalbox",
  text: `Open this link to sign in to Signalbox and to confirm your email address:

${url}

The link works once and expires after one hour. If you did not request it, ignore this email.
`,
})

const noAccountEmail = {
  subject: "No Signalbox account for this address",
  text: `Someone requested a sign-in link to Signalbox for this email address.

This address has no account, and you need an invitation to create one. If you have an account or an invitation for another
address, use that address. Otherwise ask an admin of your team to invite this address.

If you did not request a link, ignore this email.
`,
}
