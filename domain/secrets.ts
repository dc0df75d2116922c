/** The service's own secrets, from the environment; each purpose gets a key of its own, derived from the pepper. */
import { hkdfSync } from "node:crypto"
import { processWide } from "./process-wide"

/** 32 bytes for one purpose, e.g. sealing cursors. */
export const secret = (purpose: "cursor" | "link") =>
  processWide(`secret:${purpose}`, () => Buffer.from(hkdfSync("sha256", pepper(), "", `signalbox:${purpose}`, 32)))

/** What API keys are hashed with: SIGNALBOX_KEY_PEPPER, at least 32 characters. */
export function pepper(): string {
  const value = process.env.SIGNALBOX_KEY_PEPPER
  if (!value || value.length < 32) throw new Error("SIGNALBOX_KEY_PEPPER is not set (at least 32 characters)")
  return value
}
