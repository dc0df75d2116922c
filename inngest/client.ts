/**
 * Creates the Inngest client. Every event of the product is sent through it, with the embedded engine or an Inngest
 * server.
 */
import { randomBytes } from "node:crypto"
import { Inngest } from "inngest"
import { log } from "@/domain/kernel/log"
import { processWide } from "@/domain/kernel/process-wide"
import type { Engine } from "./engine/engine"
import { engineTransport } from "./engine/transport"
import { engineChoice } from "./engine-choice"

/**
 * The embedded engine of this process, while it runs. Process-wide, because Next and the server are separate bundles.
 */
export const embedded = processWide("inngest-engine", () => ({
  engine: undefined as Engine | undefined,
  /** Random, and known only to this process, so no other program can sign a call to /api/inngest. */
  signingKey: `signkey-embedded-${randomBytes(32).toString("hex")}`,
}))

export const isEmbedded = engineChoice().kind === "embedded"

const withoutServer = {
  isDev: false,
  baseUrl: "http://engine.invalid",
  eventKey: "embedded",
  signingKey: embedded.signingKey,
  fetch: engineTransport(() => embedded.engine),
}

export const inngest = new Inngest({ id: "signalbox", logger: log, ...(isEmbedded && withoutServer) })
