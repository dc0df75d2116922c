/** Sends the emails of a test file to a mail server on loopback. Call it once at the top of the file. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest"
import { startMailServer } from "./mail-server"

/** Returns a function that lists the emails sent to an address, oldest first. */
export function ownMailServer() {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    mail = await startMailServer()
  })
  afterAll(() => mail.stop())
  beforeEach(() => {
    vi.stubEnv("SMTP_URL", mail.url)
    vi.stubEnv("SMTP_FROM", "Signalbox <box@example.test>")
  })
  afterEach(() => vi.unstubAllEnvs())
  return (address: string) => mail.emails.filter((text) => text.includes(`To: ${address}`))
}
