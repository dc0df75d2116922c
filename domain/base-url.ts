import { withoutTrailing } from "./without-trailing"

/** The address people and programs reach this installation at, without a slash at the end. */
export const baseUrl = () =>
  withoutTrailing(process.env.SIGNALBOX_BASE_URL || process.env.NEXTAUTH_URL || "http://localhost:3000", "/")
