/** Emails a notice to its recipients, each in a separate step, so a retry skips recipients whose step has completed. */
import type { GetStepTools } from "inngest"
import { log } from "@/domain/kernel/log"
import type { inngest } from "./client"

type Run = { step: Pick<GetStepTools<typeof inngest>, "run">; attempt: number; maxAttempts?: number }

/** nodemailer's fields for the SMTP command that failed. From 500 on, the response is permanent. */
type MailError = { command?: string; responseCode?: number }

/**
 * Calls `email` for each recipient (a user id). If the mail server rejects an address, logs this and continues with the
 * next recipient. Other errors concern all recipients, so they fail the run. Returns whether at least one email was
 * sent. `notice` is an id for the log.
 */
export async function emailEach(
  { step, attempt, maxAttempts = 1 }: Run,
  notice: string,
  recipients: string[],
  email: (user: string) => Promise<void>,
): Promise<boolean> {
  const tryToEmail = async (user: string) => {
    try {
      await email(user)
      return "sent"
    } catch (err) {
      const { command, responseCode = 0 } = err as MailError
      const isFinal = responseCode >= 500 || attempt + 1 >= maxAttempts
      if (command !== "RCPT TO" || !isFinal) throw err
      log.error({ err, notice, user }, "a notice was not emailed to one recipient")
      return "rejected"
    }
  }
  let isSent = false
  // A step of an earlier version has no result. It was sent.
  for (const user of recipients)
    if ((await step.run(`email ${user}`, () => tryToEmail(user))) !== "rejected") isSent = true
  return isSent
}
