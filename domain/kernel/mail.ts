/** Sends emails over SMTP. Works only when the operator sets a mail server (SMTP_URL) and a sender (SMTP_FROM). */
import { createTransport } from "nodemailer"
import { log, reportAvailable } from "./log"

/** `list.unsubscribe` is the URL of the page that stops such emails. Mail programs show it as a button. */
export type Email = { to: string; subject: string; text: string; list?: { unsubscribe: string } }

export const canSendMail = () => Boolean(process.env.SMTP_URL && process.env.SMTP_FROM)

/** Throws when the mail server does not accept the email. */
export async function sendMail(email: Email) {
  const transport = createTransport(process.env.SMTP_URL, { connectionTimeout: 5_000, greetingTimeout: 5_000 })
  try {
    await transport.sendMail({ from: process.env.SMTP_FROM, ...email })
    reportAvailable("The mail server")
  } finally {
    transport.close()
  }
}

/** Returns whether the email was sent. Logs errors and never throws. */
export async function trySendMail(email: Email): Promise<boolean> {
  if (!canSendMail()) return false
  try {
    await sendMail(email)
    return true
  } catch (err) {
    const dependency = isUnreachable(err) ? ("The mail server" as const) : null
    log.warn({ ...describe(err), subject: email.subject, dependency }, "an email was not sent")
    return false
  }
}

/** When the server rejected the email, its message is enough and the stack is left out. */
const describe = (err: unknown) =>
  typeof (err as { responseCode?: unknown }).responseCode === "number" ? { reason: (err as Error).message } : { err }

/** nodemailer's codes for failed connections. With any other code, the server responded. */
const isUnreachable = (err: unknown) =>
  ["ECONNECTION", "EDNS", "ESOCKET", "ETIMEDOUT", "ECONNREFUSED"].includes(String((err as { code?: unknown }).code))
