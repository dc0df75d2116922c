/** The service's own log: one JSON line an event. Keys and secrets never reach it, and an outage is two lines. */
import pino, { type LogFn, type Logger } from "pino"
import { redactKeys } from "./keys/key-format"
import { type Dependency, dependencyIn, outageEnded, outageStarted, outageWords } from "./outages"
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
  const { started } = outageWords(dependency)
  this.error({ ...(args[0] as object), outage: "started", dependency }, `${started}: ${args[1]}`)
}

/** To be called when a dependency answers. Does nothing unless there was an outage. */
export const dependencyAnswers = (dependency: Dependency) => outageEnded(dependency, endOfOutage)

/** As loud as the start, so that an alarm on errors also reports the end. */
function endOfOutage(dependency: Dependency, seconds: number) {
  log.error({ outage: "ended", dependency, seconds }, outageWords(dependency).ended)
}
