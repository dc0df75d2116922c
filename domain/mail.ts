/** Letters to people, when the operator has named a mail server (SMTP_URL) and a sender (SMTP_FROM). */
import { createTransport } from "nodemailer"
import { dependencyAnswers, log } from "./log"

export type Letter = { to: string; subject: string; text: string }

export const canSendMail = () => Boolean(process.env.SMTP_URL && process.env.SMTP_FROM)

/** Throws when the mail server does not take the letter. */
export async function sendMail(letter: Letter) {
  const transport = createTransport(process.env.SMTP_URL, { connectionTimeout: 5_000, greetingTimeout: 5_000 })
  try {
    await transport.sendMail({ from: process.env.SMTP_FROM, ...letter })
    dependencyAnswers("The mail server")
  } finally {
    transport.close()
  }
}

/** Returns whether it was sent, and never fails the call. What went wrong is in the log. */
export async function trySendMail(letter: Letter): Promise<boolean> {
  if (!canSendMail()) return false
  try {
    await sendMail(letter)
    return true
  } catch (err) {
    const dependency = isAway(err) ? ("The mail server" as const) : null
    log.warn({ ...said(err), subject: letter.subject, dependency }, "an email was not sent")
    return false
  }
}

/** A server that refuses an email says why, and no stack says more. */
const said = (err: unknown) =>
  typeof (err as { responseCode?: unknown }).responseCode === "number" ? { reason: (err as Error).message } : { err }

/** nodemailer's codes of a connection that failed. With any other, the server answered. */
const isAway = (err: unknown) =>
  ["ECONNECTION", "EDNS", "ESOCKET", "ETIMEDOUT", "ECONNREFUSED"].includes(String((err as { code?: unknown }).code))
