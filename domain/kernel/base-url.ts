/** Returns the base URL of this installation, without a trailing slash. */
import { withoutTrailing } from "./text"

export const baseUrl = () =>
  withoutTrailing(process.env.SIGNALBOX_BASE_URL || process.env.NEXTAUTH_URL || "http://localhost:3000", "/")
