/** The service's own secrets, from the environment; each purpose gets a key of its own, derived from the pepper. */
import { createSecretKey, hkdfSync } from "node:crypto"
import { processWide } from "./process-wide"

/** A key of 32 bytes for one purpose, e.g. sealing cursors. */
export const secret = (purpose: "cursor" | "link") =>
  keyObject(purpose, () => Buffer.from(hkdfSync("sha256", pepper(), "", `signalbox:${purpose}`, 32)))

/** What API keys are hashed with. */
export const pepperKey = () => keyObject("pepper", () => Buffer.from(pepper()))

/** Made once: making the object costs more than a hash with it. */
const keyObject = (name: string, bytes: () => Buffer) => processWide(`secret:${name}`, () => createSecretKey(bytes()))

/** SIGNALBOX_KEY_PEPPER, at least 32 characters. */
function pepper(): string {
  const value = process.env.SIGNALBOX_KEY_PEPPER
  if (!value || value.length < 32) throw new Error("SIGNALBOX_KEY_PEPPER is not set (at least 32 characters)")
  return value
}
