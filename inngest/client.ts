/** The Inngest client: how events are sent, whoever drives the functions. */
import { randomBytes } from "node:crypto"
import { Inngest } from "inngest"
import { log } from "@/domain/log"
import { processWide } from "@/domain/process-wide"
import type { Engine } from "./engine/engine"
import { engineTransport } from "./engine/transport"
import { engineChoice } from "./engine-choice"

/** The engine of this process, while it runs; events reach it from every bundle. */
export const embedded = processWide("inngest-engine", () => ({
  engine: undefined as Engine | undefined,
  /** Known to this process alone: a stranger who calls /api/inngest cannot sign. */
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
