/** Names the browser and operating system of a user agent for display. */
import "server-only"
import { userAgentFromString } from "next/server"

/** For example "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = userAgentFromString(userAgent ?? undefined)
  const name = browser.name?.replace(/^Mobile /, "")
  return [name, os.name].filter(Boolean).join(" on ") || "Unknown device"
}
