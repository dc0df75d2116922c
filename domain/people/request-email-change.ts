/**
 * Sends a link to a new email address. The address of the account changes only when its user opens the link
 * (change-email.ts).
 */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import type { PersonContext } from "@/domain/kernel/context"
import { Problem, parameterError } from "@/domain/kernel/errors"
import { emailInput } from "@/domain/kernel/fields"
import { canSendMail, trySendMail } from "@/domain/kernel/mail"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { defineOperation } from "@/domain/kernel/operation"
import { hashToken, newToken } from "@/domain/teams/invitation"
import { addressKey } from "@/domain/usage/quotas"
import { prisma, sql } from "@/prisma/client"
import { countAttempts } from "./attempt-limit"
import { findPerson, type PersonRow } from "./person"
import { currentPasswordInput, requireProof } from "./prove-identity"

const linkMinutes = 60

export const requestEmailChange = defineOperation({
  id: "people.requestEmailChange",
  summary: "Ask to change your email address",
  description:
    "Sends a link to the new address, and a notice to the current one. A new request replaces an earlier one. The response is the same if another account has the address.",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({
    email: emailInput(),
    current_password: currentPasswordInput(),
  }),
  output: z.object({ email: z.string().meta({ description: "The new address, to which the link was sent." }) }),
  async handle(ctx, { email, current_password }) {
    const { actor } = ctx
    if (!canSendMail())
      throw new Problem(
        "state_conflict",
        "This installation sends no emails, so it cannot confirm a new address. Ask its operator to change yours.",
      )
    if (email === actor.email) throw sameAddress()
    await requireProof(ctx, current_password)
    await countAttempts([
      { policy: "email_link_network", id: rateLimitKeyOf(ctx.origin.ip) },
      { policy: "email_link_address", id: addressKey(email) },
    ])
    const token = newToken()
    await storeRequest(ctx, email, token)
    // Stores the request and sends an email in both cases, so that the caller does not learn which addresses have an
    // account.
    const owner = await findPerson(sql`u.email = ${email}`)
    const isSent = await trySendMail({ to: email, ...(owner ? takenEmail : confirmationEmail(token)) })
    if (!isSent) throw new Problem("upstream_error", "The email could not be sent. Try again in a few minutes.")
    await trySendMail(requestedEmail(actor))
    return { data: { email } }
  },
})

const sameAddress = () =>
  new Problem("parameter_invalid", "Your account already has this address.", {
    errors: [parameterError("email", "Your account already has this address.", "Enter another address.")],
  })

/** Replaces an earlier request of this user, so that the earlier link stops working. */
async function storeRequest({ actor, now }: PersonContext, email: string, token: string) {
  const request = {
    identifier: email,
    token: emailTokenHash(token),
    expires_at: new Date(now().getTime() + linkMinutes * 60_000),
    session_version: actor.session_version,
  }
  await prisma.verificationToken.upsert({
    where: { user_id: actor.id },
    create: { ...request, user_id: actor.id },
    update: request,
  })
}

/** The form in which the token of the link is stored. */
export const emailTokenHash = (token: string) => hashToken(token).toString("base64url")

const confirmationEmail = (token: string) => ({
  subject: "Confirm your new email address for Signalbox",
  text: `Someone asked to use this email address for their Signalbox account. If it was you, open this link:

${baseUrl()}/account/email/${token}

You must be signed in to the account. Sign in with its current address, because it changes only after you confirm.

The link works once and expires after one hour. If you did not ask for this, ignore this email.
`,
})

const takenEmail = {
  subject: "This email address already has a Signalbox account",
  text: `Someone asked to use this email address for another Signalbox account. Nothing has changed, because this address already has an account.

If it was you, sign in with this address. To use the address for your other account, first give this account a different one, under Account.

If you did not ask for this, ignore this email.
`,
}

/** Does not contain the new address, because others may read the mail of the old one. */
const requestedEmail = ({ email, name }: Pick<PersonRow, "email" | "name">) => ({
  to: email,
  subject: "Request to change the email address of your Signalbox account",
  text: `Hello ${name},

Someone who is signed in to your Signalbox account asked to change its email address. The address changes when they open the link that we sent to the new address.

If it was you, you do not need to do anything here. If it was not you, set a new password:

${baseUrl()}/account

A new password cancels the request and ends all other sessions.
`,
})
