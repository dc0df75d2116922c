/**
 * The log of the service: one JSON line for each event. API keys and secrets are redacted. An outage of a dependency
 * logs two errors, at its start and its end.
 */
import pino, { type LogFn, type Logger } from "pino"
import { type Dependency, dependencyIn, endOutage, outageMessages, recordFailure } from "./outages"
import { processWide } from "./process-wide"
import { redactKeys } from "./redact-keys"

export const log = processWide("log", () =>
  pino({
    level: process.env.LOG_LEVEL || "info",
    redact: ["authorization", "*.authorization", "headers.authorization", "cookie", "headers.cookie"],
    hooks: { streamWrite: redactKeys, logMethod },
  }),
)

const warn = pino.levels.values["warn"] ?? 40

/**
 * When a line reports that a dependency is unreachable, the first such line becomes an error. The following ones get
 * level debug until the dependency is back.
 */
function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) {
  const dependency = level >= warn ? dependencyIn(args[0]) : undefined
  if (!dependency) return write.apply(this, args)
  if (!recordFailure(dependency, endOfOutage)) return this.debug(...args)
  const { started } = outageMessages(dependency)
  this.error({ ...(args[0] as object), outage: "started", dependency }, `${started}: ${args[1]}`)
}

/** Call this when a dependency responds. It does nothing unless an outage was logged. */
export const reportAvailable = (dependency: Dependency) => endOutage(dependency, endOfOutage)

/** Logged as an error like the start, so an alarm on errors also reports the end. */
function endOfOutage(dependency: Dependency, seconds: number) {
  log.error({ outage: "ended", dependency, seconds }, outageMessages(dependency).ended)
}
