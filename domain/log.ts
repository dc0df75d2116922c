/** The service's own log: one JSON line an event. Keys and secrets never reach it, and an outage is two lines. */
import pino, { type LogFn, type Logger } from "pino"
import { redactKeys } from "./keys/key-format"
import { dependencyIn, outageEnded, outageStarted } from "./outages"
import { processWide } from "./process-wide"

export const log = processWide("log", () =>
  pino({
    level: process.env.LOG_LEVEL || "info",
    redact: ["authorization", "*.authorization", "headers.authorization", "cookie", "headers.cookie"],
    hooks: { streamWrite: redactKeys, logMethod },
  }),
)

const warn = pino.levels.values["warn"] ?? 40

/** Of the lines that say that a dependency is away, the first is an error; the others are of level debug until it is back. */
function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) {
  const dependency = level >= warn ? dependencyIn(args[0]) : undefined
  if (!dependency) return write.apply(this, args)
  if (!outageStarted(dependency, endOfOutage)) return this.debug(...args)
  this.error({ ...(args[0] as object), outage: "started", dependency }, `${dependency} cannot be reached: ${args[1]}`)
}

/** To be called when a dependency answers. Does nothing unless there was an outage. */
export const dependencyAnswers = (dependency: Parameters<typeof outageEnded>[0]) => outageEnded(dependency, endOfOutage)

function endOfOutage(dependency: string, seconds: number) {
  log.warn({ outage: "ended", dependency, seconds }, `${dependency} can be reached again`)
}
