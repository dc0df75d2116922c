/** The service's own log: one JSON line an event; keys and secrets never reach it. */
import pino from "pino"
import { redactKeys } from "./keys/key-format"
import { processWide } from "./process-wide"

export const log = processWide("log", () =>
  pino({
    level: process.env.LOG_LEVEL || "info",
    redact: ["authorization", "*.authorization", "headers.authorization", "cookie", "headers.cookie"],
    hooks: { streamWrite: redactKeys },
  }),
)
