/** Signing in by a letter: the link works once, for an hour. */
import "server-only"
import email from "next-auth/providers/email"
import type { Origin } from "@/domain/context"
import { sendMail } from "@/domain/mail"
import { takeAttempt } from "@/domain/people/attempt-limit"

const linkSeconds = 60 * 60

export const letterProvider = (origin: Origin) =>
  email({
    from: process.env.SMTP_FROM ?? "",
    maxAge: linkSeconds,
    async sendVerificationRequest({ identifier, url }) {
      await takeAttempt("letter", origin.ip)
      await takeAttempt("letter", identifier)
      await sendMail({ to: identifier, subject: "Your sign-in link for Signalbox", text: text(url) })
    },
  })

const text = (url: string) => `Open this link to sign in to Signalbox:

${url}

It works once, for an hour. If you did not ask for it, do nothing: nobody gets in without it.
`
