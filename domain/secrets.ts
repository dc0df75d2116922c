/** The service's own secrets, from the environment; each purpose gets a key of its own, derived from the pepper. */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto"
import { processWide } from "./process-wide"

/** A secret text of 32 bytes for one purpose, e.g. sealing cursors. */
export const secret = (purpose: "cursor" | "known-device") =>
  processWide(`secret:${purpose}`, () =>
    Buffer.from(hkdfSync("sha256", pepper(), "", `signalbox:${purpose}`, 32)).toString("base64url"),
  )

/** What API keys are hashed with; made once, because making the object costs more than a hash with it. */
export const pepperKey = () => processWide("secret:pepper", () => createSecretKey(Buffer.from(pepper())))

/** Says whether two secrets are the same, and nothing else about them. */
export const fingerprint = (secret: Buffer | KeyObject) =>
  createHmac("sha256", secret).update("signalbox:fingerprint:1").digest("base64url").slice(0, 22)

/** SIGNALBOX_KEY_PEPPER, at least 32 characters. */
function pepper(): string {
  const value = process.env.SIGNALBOX_KEY_PEPPER
  if (!value || value.length < 32) throw new Error("SIGNALBOX_KEY_PEPPER is not set (at least 32 characters)")
  return value
}
