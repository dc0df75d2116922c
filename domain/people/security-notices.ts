/** Emails about a new way to sign in to an account. They let its user notice a change that someone else made. */
import { baseUrl } from "@/domain/kernel/base-url"
import { trySendMail } from "@/domain/kernel/mail"
import { sql } from "@/prisma/client"
import { findPerson } from "./person"

/** Call it across teams, after the change. Nothing is sent to an unconfirmed address: it may belong to someone else. */
export async function sendSecurityNotice(userId: string, notice: { subject: string; change: string }) {
  const person = await findPerson(sql`u.id = ${userId}`)
  if (!person?.is_email_verified) return
  await trySendMail({
    to: person.email,
    subject: notice.subject,
    text: `Hello ${person.name},

${notice.change}

If it was you, you do not need to do anything. If it was not you, ask for a link to sign in, and set a new password:

${baseUrl()}/sign-in/forgot-password

Then disconnect every Google or GitHub account that is not yours under Account.
`,
  })
}

export const passwordChanged = {
  subject: "Your Signalbox account has a new password",
  change: "The password of your Signalbox account was set or changed. All other sessions have ended.",
}

export const accountConnected = (provider: string) => ({
  subject: `Your Signalbox account is connected to ${providerName(provider)}`,
  change: `A ${providerName(provider)} account was connected to your Signalbox account. It can now be used to sign in.`,
})

const providerName = (provider: string) => (provider === "github" ? "GitHub" : "Google")
